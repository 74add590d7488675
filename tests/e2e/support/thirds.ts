import { test } from '@playwright/test'
import { rests } from '#tests/support/turns.ts'

/**
 * `test` on the days of its third, and nothing on the others. The main journeys of a page are plain tests, which run every day; what
 * else is true of it is shared out over the thirds.
 */
export const firstThird: Journey = rests(0) ? notToday : test
export const secondThird: Journey = rests(1) ? notToday : test
export const lastThird: Journey = rests(2) ? notToday : test

/** The form of `test` with a title and a body. */
type Journey = (title: string, body: Parameters<typeof test>[2]) => void

function notToday(): void {}
