import { RECENT_TRANSACTIONS } from '#contract/constants.ts'
import type { Transaction } from '#contract/transactions.ts'
import { read } from '#web/lib/device-account.ts'

/** Does not say whose steps they were. */
export const STEPS_KEY = 'jara.first-steps'

/** The height of the steps in one row, reserved while they are fetched, so nothing below them moves. */
export const STEPS_ROOM = 'min-h-[6.6875rem]'

/** Whether the steps were all done on this device, or dismissed. */
export function areStepsOver(): boolean {
  return read(STEPS_KEY) !== null
}

export type Step = 'fund' | 'airtime' | 'fingerprint'

/** True while the recent transactions are all there are: then anything missing from them has not happened. */
export function isNewHere(recent: readonly Transaction[]): boolean {
  return recent.length < RECENT_TRANSACTIONS
}

/** The first steps that remain to be done. `recent` is every transaction there is. */
export function firstSteps(recent: readonly Pick<Transaction, 'kind' | 'status'>[], hasFingerprint: boolean): Step[] {
  const happened = (kind: Transaction['kind']) =>
    recent.some((each) => each.kind === kind && each.status === 'completed')
  const open = { fund: !happened('deposit'), airtime: !happened('airtime'), fingerprint: !hasFingerprint }
  return (['fund', 'airtime', 'fingerprint'] as const).filter((step) => open[step])
}
