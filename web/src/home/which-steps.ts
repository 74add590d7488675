import { RECENT_TRANSACTIONS } from '#contract/constants.ts'
import type { Transaction } from '#contract/transactions.ts'
import { read } from '#web/lib/device-account.ts'

/** Says nothing of whose they were. */
export const STEPS_KEY = 'jara.first-steps'

/** The height of the steps in one row, kept while they are fetched: what is below them does not move when they come. */
export const STEPS_ROOM = 'min-h-[6.6875rem]'

/** Whether they were all done on this device, or put away. */
export function areStepsOver(): boolean {
  return read(STEPS_KEY) !== null
}

export type Step = 'fund' | 'airtime' | 'fingerprint'

/** While the latest transactions are all there are: then what is not among them has not happened. */
export function isNewHere(recent: readonly Transaction[]): boolean {
  return recent.length < RECENT_TRANSACTIONS
}

/** What is still to be done of the first three things. `recent` is every transaction there is. */
export function firstSteps(recent: readonly Pick<Transaction, 'kind' | 'status'>[], hasFingerprint: boolean): Step[] {
  const happened = (kind: Transaction['kind']) =>
    recent.some((each) => each.kind === kind && each.status === 'completed')
  const open = { fund: !happened('deposit'), airtime: !happened('airtime'), fingerprint: !hasFingerprint }
  return (['fund', 'airtime', 'fingerprint'] as const).filter((step) => open[step])
}
