import { STATES } from '#server/payments/orders/machine.ts'
import {
  availableKobo,
  isPaid,
  isUnderway,
  type Options,
  type Situation,
  type Table,
  type Truth,
} from './order-situation.ts'

/** Null if every rule holds here. */
export function brokenRule(situation: Situation, options: Options): string | null {
  const { order, references, posted, triedAgain, owes, repaid, cameIn, undone, sleeper, day } = situation
  // If operators may err, their outcome proves nothing.
  const erred = options.operatorsMayErr === true ? situation.endedByPeople : null
  const truths = references.map(({ truth }) => truth)
  const resolutions = posted.settle + posted.release
  const breaksItsWord = options.seenFarTooLate === true
  const isLate =
    options.failedMayTurnPaid === true ||
    options.paidMayTurnFailed === true ||
    options.refusalMayLie === true ||
    breaksItsWord
  const done = truths.filter((truth) => isPaid(truth) || truth === 'reversed').length
  if (done > 1 && !breaksItsWord) return 'paid twice'
  if (resolutions > 1) return 'resolved twice'
  if (posted.return > 1 || posted['late-success'] > 1) return 'corrected twice'
  if (STATES[order].open && resolutions > 0) return 'resolved and open'
  if (!STATES[order].open && resolutions === 0) return 'closed without a resolution'
  const changesItsMind = options.paidMayTurnFailed === true
  if (
    posted.settle > 0 &&
    erred !== 'paid' &&
    !truths.some((truth) => truth === 'paid' || truth === 'reversed' || (changesItsMind && truth === 'failed'))
  )
    return 'settled without having been paid'
  if (posted.return > posted.settle + posted['late-success']) return 'returned without having been settled'
  // Unless it is paid only later: what the operators found was true at the time.
  if (undone && truths.some(isPaid) && options.failedMayTurnPaid !== true && options.operatorsMayErr !== true)
    return 'undone and paid'
  const isProvedWrong = erred === 'paid' && truths.includes('failed')
  const hasTurned = changesItsMind && situation.endedByPeople === 'paid'
  if (posted.return > 0 && !undone && !truths.includes('reversed') && !isProvedWrong && !hasTurned)
    return 'returned without having come back'
  if (posted['late-success'] > posted.release) return 'taken again without having been given back'
  if (posted['late-success'] > 0 && !isLate && erred === null) return 'taken again though it was never paid late'
  if (availableKobo(situation) < 0) return 'takes more money than there is'
  if (owes && (posted['late-success'] === 0 || !triedAgain)) return 'owes without a reason'
  if (owes && order !== 'late_success') return 'owes what has come back'
  if (owes && availableKobo(situation) > 0) return 'has money to spend and owes'
  if (repaid && cameIn) return 'repaid twice'
  if (posted.release > 0 && !isLate && erred !== 'not-paid') {
    // A request that arrives after its reference's day is refused.
    const isTaken = (which: number) => which === 1 || day === 0
    const mayArrive = references.some((each, at) => isTaken(at) && each.truth === 'absent' && each.travelling > 0)
    const mayLeave = [sleeper?.hand === 'send' && day === 0, sleeper?.hand === 'send second'].some(
      (leaves, which) => leaves && truths[which] === 'absent',
    )
    if (mayArrive || mayLeave || references.some((each) => isUnderway(each.truth)))
      return 'given back while it may be paid'
    if (references.some((each) => isPaid(each.truth))) return 'given back and paid'
  }
  return null
}

/** No further action is needed: the books match the provider, or there is nothing to prove (R8, R9). */
export function isAtRest(situation: Situation, table: Table): boolean {
  const { order, references, own, posted, worker, told, contradicted, undone, endedByPeople } = situation
  const has = (truth: Truth) => references.some((each) => each.truth === truth)
  if (worker.hand !== 'asleep') return false
  if (order === 'manual_review') {
    // The order's own reference has nothing to prove, and nothing was carried out under the other.
    const isNowhere = references[own].truth === 'absent' && references.every(({ travelling }) => travelling === 0)
    return has('other') || (isNowhere && !has('hidden') && !has('underway') && !has('paid'))
  }
  if (STATES[order].open) return false
  // Our float has lost what the provider has paid, or operators were alerted to the rest.
  const lost = posted.settle - posted.return + posted['late-success']
  const paid = references.filter(({ truth }) => truth === 'paid').length
  // Paid although it was given back, on operators' word or on proof against it: our loss, found by reconciliation.
  const wentBack = undone || (order === 'returned' && endedByPeople === 'paid')
  if (lost === paid || (wentBack && lost < paid)) return true
  // The customer paid for what they did not get: operators were alerted, and have an act that gives the money back.
  if (lost > paid) return contradicted && table[order]['not-paid-by-operators'] !== undefined
  return told
}
