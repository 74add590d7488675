import { RECENT_TRANSACTIONS } from '#contract/constants.ts'
import type { Transaction } from '#contract/transactions.ts'

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
