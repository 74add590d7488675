import fs from 'node:fs'
import path from 'node:path'

/** The duration assumed for a file not in the list, seconds: it is unmeasured, or took less than a second. */
const UNLISTED_S = 0.2
/** Rooms in which money moves: for these the fast run accepts longer files. */
const MONEY = ['server/ledger/', 'server/suspension/', 'server/payments/', 'server/deposits/', 'server/selling/']
/** The longest file in the fast run, seconds. */
const FAST_MAX_S = 4
const FAST_MAX_WITH_MONEY_S = 10

/**
 * Seconds that each test file took in `npm test` on two cores, by path from the root; files below a second are left out.
 * `npm run durations` writes the list from the newest run.
 */
export const DURATIONS_S: Readonly<Record<string, number>> = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '..', 'durations.json'), 'utf8'),
)

export function secondsOf(file: string): number {
  return DURATIONS_S[file] ?? UNLISTED_S
}

/** Whether `npm run test:fast` leaves this file out. */
export function isSlow(file: string): boolean {
  return secondsOf(file) > (MONEY.some((room) => file.startsWith(room)) ? FAST_MAX_WITH_MONEY_S : FAST_MAX_S)
}
