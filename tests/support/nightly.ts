import { DAY_MS } from '#contract/time.ts'

/**
 * Whether this is the nightly run (`npm run test:nightly`): the same claims as `npm test`, repeated with more seeds, at more
 * points of a crash and on both databases. What runs where is in docs/why/reliability.md.
 */
export const IS_NIGHTLY = process.env.JARA_NIGHTLY === 'on'

/** Kept for the processes of this run, which may go on past midnight. */
process.env.JARA_TURN ??= String(Math.floor(Date.now() / DAY_MS))

/** For cases that take turns, a few in each run: the day in UTC, counted from 1970. `JARA_TURN` repeats another day's run. */
export const TURN = Number(process.env.JARA_TURN)

/** Whether a test runs today that takes turns with others: those with the same place on one day in `oneIn`, all in the nightly run. */
export function hasItsTurn(place: number, oneIn: number): boolean {
  return IS_NIGHTLY || (place + TURN) % oneIn === 0
}

/**
 * Every case in the nightly run, otherwise one in `oneIn`, spread over the list. Another `turn` (the index of the test that walks
 * the list) gets others, so that tests which share a list walk all of it together.
 */
export function sampled<Case>(cases: readonly Case[], oneIn: number, turn = 0): readonly Case[] {
  return IS_NIGHTLY ? cases : cases.filter((_, index) => index % oneIn === turn % oneIn)
}
