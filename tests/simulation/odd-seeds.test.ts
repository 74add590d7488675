import { simulateEverySecond } from './seeds.ts'

simulateEverySecond(1)
