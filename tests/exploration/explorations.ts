import type { OrderState } from '#contract/orders.ts'
import { DEPOSIT_TRANSITIONS, type DepositState, type DepositTable } from '#server/deposits/deposit-machine.ts'
import { TRANSITIONS } from '#server/payments/orders/machine.ts'
import { type DepositOptions, exploreDeposits } from './explore-deposits.ts'
import { type Explored, explore } from './explore-orders.ts'
import { explorePurchase } from './explore-purchases.ts'
import type { Options, Table } from './order-situation.ts'

/** A world explored to its end; `all` takes minutes where the usual run takes a second. */
export type Exploration = {
  readonly name: string
  readonly run: (all?: boolean) => Explored<OrderState | DepositState>
}

/** A plausible mistake in a hurried change, which must be caught breaking a rule. Returns what caught it. */
export type Mutant = { readonly name: string; readonly run: () => readonly string[] }

const LIAR: Options = { failedMayTurnPaid: true, refusalMayLie: true, acceptanceMayLie: true, referencesEnd: true }
const orders = (options: Options) => (all?: boolean) =>
  explore(TRANSITIONS, all === true ? { ...options, everySleeper: true } : options)

export const withTruthfulProvider: Exploration = { name: 'a bank transfer', run: orders({}) }
export const withEmptyPromises: Exploration = {
  name: 'airtime, data or a bill, with first answers that prove nothing',
  run: orders({ acceptanceMayLie: true, referencesEnd: true }),
}
export const withLyingProvider: Exploration = { name: 'a payment through a provider that lies', run: orders(LIAR) }
export const withProviderThatChangesItsMind: Exploration = {
  name: 'a payment through a provider that takes back what it proved',
  run: orders({ paidMayTurnFailed: true, failedMayTurnPaid: true }),
}
export const withErringOperators: Exploration = {
  name: 'a payment whose review two operators end wrongly',
  run: orders({ operatorsMayErr: true }),
}
export const withBrokenWord: Exploration = {
  name: 'a purchase at a provider that shows only long afterwards what it took in time',
  run: orders({ acceptanceMayLie: true, referencesEnd: true, seenFarTooLate: true }),
}
export const ofPurchases: Exploration = {
  name: 'a BPC, from the wallet or by three bank transfers',
  run: () => explorePurchase(TRANSITIONS, { payments: 3, recalls: false }),
}
export const ofRecalledPurchases: Exploration = {
  name: 'a BPC by bank transfers that the bank may take back',
  run: (all) => explorePurchase(TRANSITIONS, { payments: all === true ? 3 : 2, recalls: true }),
}
export const ofDeposits: Exploration = {
  name: 'two deposits that the bank may take back and give again',
  run: () => exploreDeposits(DEPOSIT_TRANSITIONS),
}

/** The shipped table with some transitions replaced. */
function changed<Row extends object, State extends string>(
  table: Readonly<Record<State, Row>>,
  changes: { readonly [Each in State]?: Row },
): Record<State, Row> {
  const states = Object.keys(table) as State[]
  return Object.fromEntries(states.map((state) => [state, { ...table[state], ...changes[state] }])) as Record<
    State,
    Row
  >
}

/** The violations of the first world that has any, smallest world first. */
function firstFound<World>(worlds: readonly World[], walked: (world: World) => readonly string[]): readonly string[] {
  for (const world of worlds) {
    const violations = walked(world)
    if (violations.length > 0) return violations
  }
  return []
}

const orderTable = (name: string, changes: { [State in OrderState]?: Table[OrderState] }): Mutant => ({
  name,
  run: () => {
    const table = changed<Table[OrderState], OrderState>(TRANSITIONS, changes)
    return firstFound([{}, { failedMayTurnPaid: true }, LIAR], (options) => explore(table, options, true).violations)
  },
})
const orderCode = (name: string, options: Options): Mutant => ({
  name,
  run: () => explore(TRANSITIONS, options, true).violations,
})
const purchaseTable = (name: string, changes: { [State in OrderState]?: Table[OrderState] }): Mutant => ({
  name,
  run: () => {
    const table = changed<Table[OrderState], OrderState>(TRANSITIONS, changes)
    return explorePurchase(table, { payments: 3, recalls: false }, true).violations
  },
})
const depositTable = (name: string, changes: { [State in DepositState]?: DepositTable[DepositState] }): Mutant => ({
  name,
  run: () => brokenDeposits(changed<DepositTable[DepositState], DepositState>(DEPOSIT_TRANSITIONS, changes)),
})
const depositCode = (name: string, options: DepositOptions): Mutant => ({
  name,
  run: () => brokenDeposits(DEPOSIT_TRANSITIONS, options),
})
/** One payment breaks most rules, in a world that is quickly explored. */
const brokenDeposits = (table: DepositTable, options: DepositOptions = {}): readonly string[] =>
  firstFound([1, 2] as const, (payments) => exploreDeposits(table, { ...options, payments }, true).violations)

/** The four classic ways in which wallets lose money, by name. */
export const NAIVE: readonly Mutant[] = [
  orderTable('a timeout counts as failed', { in_flight: { unanswered: { to: 'released', posts: 'release' } } }),
  orderCode('a retry gets a new reference', { newReferenceOnRetry: true }),
  orderTable('"not found" counts as failed', {
    in_flight: { 'not-found': { to: 'released', posts: 'release' } },
    unknown: { 'not-found': { to: 'released', posts: 'release' } },
  }),
  orderCode('a webhook is believed', { trustsWebhooks: true }),
]

/** The same mistakes with a new day's id: before the old one has expired, each of them delivers twice. */
export const NAIVE_ANEW: readonly Mutant[] = [
  orderCode('"not found" is sent under a new id while the old one may still be taken', {
    referencesEnd: true,
    sendsAnewAtOnce: true,
  }),
  orderCode('"not found" is sent under a new id at midnight, while what came before may still be unseen', {
    referencesEnd: true,
    sendsAnewAtMidnight: true,
  }),
  orderCode('the first reference is forgotten when there is a second one', {
    referencesEnd: true,
    seenFarTooLate: true,
    forgetsEarlierReference: true,
  }),
]

export const ORDER_MUTANTS: readonly Mutant[] = [
  orderTable('"not found" after a timeout gives the money back', {
    unknown: { 'not-found': { to: 'released', posts: 'release' } },
  }),
  orderTable('accepted counts as paid', { in_flight: { accepted: { to: 'settled', posts: 'settle' } } }),
  orderTable('a day without proof gives it back', { pending: { overdue: { to: 'released', posts: 'release' } } }),
  orderTable('cancelling after sending', { in_flight: { cancelled: { to: 'released', posts: 'release' } } }),
  orderTable('a settled order settles again', { settled: { paid: { to: 'settled', posts: 'settle' } } }),
  orderTable('a released order settles', { released: { paid: { to: 'settled', posts: 'settle' } } }),
  orderTable('a late success posts nothing', { released: { paid: { to: 'late_success', posts: null } } }),
  orderTable('a late success is taken twice', {
    late_success: { paid: { to: 'late_success', posts: 'late-success' } },
  }),
  orderTable('a failure after settling releases', { settled: { reversed: { to: 'released', posts: 'release' } } }),
  orderTable('what came back stays settled', { settled: { reversed: { to: 'settled', posts: null } } }),
  orderTable('a review that no proof ends', { manual_review: { paid: { to: 'manual_review', posts: null } } }),
  orderTable('two operators end it as paid and nothing is posted', {
    manual_review: { 'paid-by-operators': { to: 'settled', posts: null } },
  }),
  orderTable('two operators end it as not paid and it counts as paid', {
    manual_review: { 'not-paid-by-operators': { to: 'settled', posts: 'settle' } },
  }),
  orderTable('two operators settle what was given back', {
    released: { 'paid-by-operators': { to: 'settled', posts: 'settle' } },
  }),
  orderTable('what comes back after a late success is ignored', {
    late_success: { reversed: { to: 'late_success', posts: null } },
  }),
  orderTable('what comes back after a late success brings nothing', {
    late_success: { reversed: { to: 'returned', posts: null } },
  }),
  orderTable('what comes back after a late success comes back twice', {
    returned: { reversed: { to: 'returned', posts: 'return' } },
  }),
  orderCode('what comes back after a late success repays no debt', { ...LIAR, lateReturnForgetsDebt: true }),
  orderCode('two operators undo what the provider still proves', { undoesWhatStands: true }),
  {
    name: 'a provider that contradicts itself calls operators who can do nothing',
    run: () => {
      const { 'not-paid-by-operators': _, ...settled } = TRANSITIONS.settled
      return explore({ ...TRANSITIONS, settled }, { paidMayTurnFailed: true }, true).violations
    },
  },
  orderCode('two operators end a review, and a worker writes an answer from before', { endsBesideWorker: true }),
  orderCode('two operators end what was in review when one of them looked', { endsWhatWasSeen: true }),
  orderCode('a worker whose lease ran out writes all the same', { unfenced: true }),
  orderCode('the request leaves before that is durable', { sendsBeforeItSaysSo: true }),
  orderCode('the refusal of a retry counts as that of the first request', { anyRefusalCounts: true }),
  orderCode('an order that was in flight when its worker died is left alone', { forgetsAfterCrash: true }),
]

export const PURCHASE_MUTANTS: readonly Mutant[] = [
  purchaseTable('a second payment settles again', { settled: { paid: { to: 'settled', posts: 'settle' } } }),
  purchaseTable('a late payment buys what was returned', { returned: { paid: { to: 'settled', posts: 'settle' } } }),
  purchaseTable('expiry counts as payment', { awaiting_payment: { expired: { to: 'settled', posts: 'settle' } } }),
  purchaseTable('expiry gives money back', { awaiting_payment: { expired: { to: 'released', posts: 'release' } } }),
  purchaseTable('expiry reserves money', { awaiting_payment: { expired: { to: 'manual_review', posts: null } } }),
  purchaseTable('a price paid in time is no price after expiry', { expired: { paid: { to: 'expired', posts: null } } }),
  purchaseTable('paid is delivered and not earned', { awaiting_payment: { paid: { to: 'settled', posts: null } } }),
  purchaseTable('paid from the wallet and not earned', { held: { fulfilled: { to: 'settled', posts: null } } }),
  purchaseTable('what was given back stays settled', { settled: { 'given-back': { to: 'settled', posts: 'return' } } }),
  purchaseTable('what was given back brings nothing', { settled: { 'given-back': { to: 'returned', posts: null } } }),
  purchaseTable('what two operators refund brings nothing', {
    settled: { 'refunded-by-operators': { to: 'returned', posts: null } },
  }),
  {
    name: 'two operators refund a code that one of them saw held',
    run: () =>
      explorePurchase(
        changed<Table[OrderState], OrderState>(TRANSITIONS, {
          returned: { 'refunded-by-operators': { to: 'returned', posts: 'return' } },
        }),
        { payments: 3, recalls: false, refundsWhatWasSeen: true },
        true,
      ).violations,
  },
  purchaseTable('nothing ends the wait', { awaiting_payment: { expired: { to: 'awaiting_payment', posts: null } } }),
]

export const DEPOSIT_MUTANTS: readonly Mutant[] = [
  depositCode('a webhook is believed', { trustsWebhooks: true }),
  depositTable('what is still coming is credited', { unseen: { pending: { to: 'credited', posts: 'deposit' } } }),
  depositTable('a failure is credited', { unseen: { failed: { to: 'credited', posts: 'deposit' } } }),
  depositTable('a repeated success is credited again', { credited: { success: { to: 'credited', posts: 'deposit' } } }),
  depositTable('money of nobody is credited', { unseen: { 'for-nobody': { to: 'credited', posts: 'deposit' } } }),
  depositTable('a recall is not noticed', { credited: { reversed: { to: 'credited', posts: null } } }),
  depositTable('a recall posts nothing', { credited: { reversed: { to: 'recalled', posts: null } } }),
  depositTable('a repeated recall takes again', { recalled: { reversed: { to: 'recalled', posts: 'recall' } } }),
  depositTable('"pending" takes back what was credited', {
    credited: { pending: { to: 'recalled', posts: 'recall' } },
  }),
  depositTable('what was recalled is credited again', { recalled: { success: { to: 'credited', posts: 'deposit' } } }),
  depositTable('suspense keeps what the bank took back', {
    quarantined: { reversed: { to: 'quarantined', posts: null } },
  }),
  depositTable('two operators credit a deposit that the bank took back', {
    sent_back: { 'by-operators': { to: 'credited_by_operators', posts: 'deposit' } },
  }),
  depositTable('two operators credit it twice', {
    credited_by_operators: { 'by-operators': { to: 'credited_by_operators', posts: 'deposit' } },
  }),
  depositTable('a deposit credited by operators stays when the bank takes it back', {
    credited_by_operators: { reversed: { to: 'credited_by_operators', posts: null } },
  }),
  depositTable('a deposit credited by operators stays in suspense', {
    quarantined: { 'by-operators': { to: 'credited_by_operators', posts: null } },
  }),
  depositCode('two operators credit a deposit that was set aside when one of them looked', {
    creditsWhatWasSeen: true,
  }),
  {
    name: 'what is given again calls operators who can do nothing',
    run: () => {
      const { 'by-operators': _, ...recalled } = DEPOSIT_TRANSITIONS.recalled
      return brokenDeposits({ ...DEPOSIT_TRANSITIONS, recalled })
    },
  },
  depositTable('two operators credit it once more and nothing is posted', {
    recalled: { 'by-operators': { to: 'restored', posts: null } },
  }),
  depositTable('what is given again is taken back twice', {
    restored: { reversed: { to: 'recalled', posts: 'recall' } },
  }),
  depositTable('suspense keeps what has failed', { quarantined: { failed: { to: 'quarantined', posts: null } } }),
  depositTable('what failed after all is taken from a customer', {
    credited: { failed: { to: 'recalled', posts: 'recall' } },
  }),
  depositCode('what is given again repays no debt', { restoresBesideDebt: true }),
  depositCode('two operators credit once more what is gone', { restoresWhatIsGone: true }),
  depositCode('what comes in repays no debt', { repaysNothing: true }),
  depositCode('a recall takes what is not there', { takesWhatIsNotThere: true }),
  depositCode('evidence that fits nothing calls nobody', { raisesNoAlarm: true }),
  depositCode('what is booked is never looked at again', { neverLooksBack: true }),
]
