import { expect, test } from 'vitest'
import { topicsOf } from './live.ts'

test('reads the topics of a message and drops those it does not know', () => {
  expect(topicsOf('{"topics":["wallet","order","weather"],"orderId":"ord_1"}')).toEqual(['wallet', 'order'])
})

test('an unreadable message still refreshes the wallet', () => {
  expect(topicsOf('not json')).toEqual(['wallet'])
  expect(topicsOf('{}')).toEqual(['wallet'])
})
