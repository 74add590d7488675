import { DAY_MS } from '#contract/time.ts'

/**
 * Whether this is the nightly run (`npm run test:nightly`): the same claims as `npm test`, with more seeds and crash
 * points and on both databases. docs/why/reliability.md lists what runs where.
 */
export const IS_NIGHTLY = process.env.JARA_NIGHTLY === 'on'

/** Fixed for all processes of this run, which may continue past midnight. */
process.env.JARA_TURN ??= String(Math.floor(Date.now() / DAY_MS))

/** For cases that take turns, a few in each run: the day in UTC, counted from 1970. `JARA_TURN` repeats another day's run. */
export const TURN = Number(process.env.JARA_TURN)

/** Whether a test in a rotation runs today: one in `oneIn` places per day; in the nightly run all do. */
export function hasItsTurn(place: number, oneIn: number): boolean {
  return IS_NIGHTLY || (place + TURN) % oneIn === 0
}

/**
 * All cases in the nightly run, otherwise one in `oneIn`, spread over the list. Another `turn` (the index of the test
 * that walks the list) selects others, so that tests sharing a list cover all of it together.
 */
export function sampled<Case>(cases: readonly Case[], oneIn: number, turn = 0): readonly Case[] {
  return IS_NIGHTLY ? cases : cases.filter((_, index) => index % oneIn === turn % oneIn)
}
