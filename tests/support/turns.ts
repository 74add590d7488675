import { DURATIONS_S } from './durations.ts'
import { TURN } from './nightly.ts'

/** Only `npm test` lets tests rest. A test that somebody names runs, and the nightly run has them all. */
const IS_KEEPING_TURNS = process.env.JARA_TEST_TURNS === 'on'
const THIRDS = 3
/** Test files that take longer than this rest on two days of three, seconds. */
const LONG_S = 6

/** They run every day, whatever they take: a change anywhere may break what they claim, and no shorter test would notice. */
export const EVERY_DAY = [
  'server/ledger/',
  'server/payments/orders/machine.test.ts',
  'tests/attacks/console-matrix.test.ts',
  'tests/attacks/route-matrix.test.ts',
  'tests/outside/round-trip.test.ts',
  'tests/repo-checks/start.test.ts',
  'tests/schema-constraints/',
]

/** Whether a third of the tests, 0 to 2, rests today. */
export function rests(third: number): boolean {
  return IS_KEEPING_TURNS && !isTurnOf(third, TURN)
}

/** The long test files that rest today. */
export function restingFiles(): string[] {
  return thirdsOfLongFiles().flatMap((files, third) => (rests(third) ? files : []))
}

/**
 * Whether a day, counted from 1970, is one of a third's. The order of the thirds shifts every three days, so that a third does not always
 * meet the same half, or the same third, of what its tests take in turns themselves (`hasItsTurn`, `sampled`).
 */
export function isTurnOf(third: number, day: number): boolean {
  return (third + day + Math.floor(day / THIRDS)) % THIRDS === 0
}

/** The long test files in thirds that take about as long as each other. */
export function thirdsOfLongFiles(durations: Readonly<Record<string, number>> = DURATIONS_S): string[][] {
  const files = Object.entries(durations)
    .filter(([file, seconds]) => seconds > LONG_S && !EVERY_DAY.some((place) => file.startsWith(place)))
    .sort(([, a], [, b]) => b - a)
    .map(([file]) => file)
  return Array.from({ length: THIRDS }, (_, third) => files.filter((_file, place) => place % THIRDS === third))
}
