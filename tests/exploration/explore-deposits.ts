import type {
  DepositEvent,
  DepositPosting,
  DepositState,
  DepositTable,
  DepositTransition,
} from '#server/deposits/deposit-machine.ts'
import { isGivenAgain } from '#server/deposits/deposit-way-outs.ts'
import type { Explored } from './explore-orders.ts'
import { type Step, walk } from './situations.ts'

/**
 * A payment's state at the provider. `again`: the bank recalled it and gave it again. `never was`: the provider
 * reported success, and later failure.
 */
type Truth = 'coming' | 'success' | 'failed' | 'reversed' | 'again' | 'reversed again' | 'never was'
/** A verification's reply, held by a worker that has not written it yet. */
type Answer = 'success' | 'pending' | 'failed' | 'reversed'

type Payment = {
  readonly amount: 1 | 2
  /** It came in on an account number that belongs to no user. */
  readonly foreign: boolean
  readonly truth: Truth
  readonly state: DepositState
  readonly answer: Answer | null
  readonly posted: Readonly<Record<DepositPosting, number>>
  readonly alarm: boolean
  /** The provider says that a recalled payment is there again. */
  readonly givenAgain: boolean
  /** Two operators are agreeing on the owner: one of them saw it set aside or given again. */
  readonly agreed: boolean
}

/** One person, two payments, and what the books hold of them. */
type Situation = {
  readonly payments: readonly Payment[]
  readonly available: number
  readonly owed: number
  readonly suspense: number
  readonly float: number
}

/** Mutants: plausible mistakes in a hurried change. */
export type DepositOptions = {
  /** How many payments come in; two by default. */
  readonly payments?: 1 | 2
  readonly trustsWebhooks?: boolean
  readonly repaysNothing?: boolean
  readonly takesWhatIsNotThere?: boolean
  readonly raisesNoAlarm?: boolean
  readonly neverLooksBack?: boolean
  readonly creditsWhatWasSeen?: boolean
  /** A payment given again goes to the wallet, whatever is owed. */
  readonly restoresBesideDebt?: boolean
  /** Credits a recalled payment again, even if it is still gone. */
  readonly restoresWhatIsGone?: boolean
}

const NOTHING_POSTED = { deposit: 0, 'pay-in': 0, quarantine: 0, recall: 0, restore: 0 }
const payment = (amount: 1 | 2, foreign: boolean): Payment => ({
  amount,
  foreign,
  truth: 'coming',
  state: 'unseen',
  answer: null,
  posted: NOTHING_POSTED,
  alarm: false,
  givenAgain: false,
  agreed: false,
})
const EMPTY = { available: 0, owed: 0, suspense: 0, float: 0 }

/**
 * Explores everything that can happen to two payments to one person, or to one of theirs and one to an unknown account.
 * Payments come in, fail, are recalled and given again. They are verified at any time, in any order and any number of
 * times, also twice at once. The reply is written at once, late or never, and money is spent in between. Webhooks are
 * included, because they are only a reason to verify. Two operators credit a deposit that is set aside, long after one
 * of them looked, or never. A booking is one transaction, so a crash comes before or after it.
 */
export function exploreDeposits(
  table: DepositTable,
  options: DepositOptions = {},
  untilBroken = false,
): Explored<DepositState> {
  const beside = options.payments === 1 ? [] : [payment(2, false)]
  const { situations, transitions, violations } = walk<Situation>(
    {
      starts: [false, true].map((foreign) => ({ ...EMPTY, payments: [...beside, payment(1, foreign)] })),
      world: (from) => worldSteps(table, from, options),
      own: (from) => ownSteps(table, from, options),
      broken: brokenRule,
      atRest: ({ payments }) => payments.every((each) => isAtRest(each, table)),
      // Verifying again is always enough: nothing has to happen outside.
      over: () => true,
    },
    untilBroken,
  )
  return {
    situations: situations.length,
    transitions,
    states: new Set(situations.flatMap(({ payments }) => payments.map(({ state }) => state))),
    violations,
  }
}

const COURSES: Readonly<Record<Truth, readonly Truth[]>> = {
  coming: ['success', 'failed'],
  success: ['reversed', 'never was'],
  failed: [],
  reversed: ['again'],
  again: ['reversed again'],
  'reversed again': [],
  'never was': [],
}

function worldSteps(table: DepositTable, from: Situation, options: DepositOptions): Step<Situation>[] {
  const steps: Step<Situation>[] = []
  if (from.available > 0) steps.push(['spends', { ...from, available: from.available - 1, float: from.float - 1 }])
  for (const [index, each] of from.payments.entries()) {
    for (const truth of COURSES[each.truth]) steps.push([`${index} is ${truth}`, change(from, index, { truth })])
    if (each.answer !== null) steps.push([`worker of ${index} dies`, change(from, index, { answer: null })])
    steps.push(...operatorSteps(table, from, index, options))
    if (!options.trustsWebhooks) continue
    for (const told of ['success', 'reversed'] as const) {
      steps.push([`${index} told ${told}`, write(table, from, index, told, options)])
    }
  }
  return steps
}

/** As in credit-set-aside.ts: refused if the table has no such transition, whatever was seen earlier. */
function operatorSteps(
  table: DepositTable,
  from: Situation,
  index: number,
  options: DepositOptions,
): Step<Situation>[] {
  const each = from.payments[index]
  if (each === undefined) return []
  if (!each.agreed) {
    const isOpen = each.state === 'quarantined' || each.givenAgain || options.restoresWhatIsGone === true
    if (!isOpen || table[each.state]['by-operators'] === undefined) return []
    return [[`${index} is looked at by operators`, change(from, index, { agreed: true })]]
  }
  const state = options.creditsWhatWasSeen ? 'quarantined' : each.state
  const transition = table[state]['by-operators']
  if (transition === undefined) return []
  if (transition.posts === 'restore' && !each.givenAgain && !options.restoresWhatIsGone) return []
  return [[`${index} credited by operators`, move(from, index, { transition, state, options })]]
}

function ownSteps(table: DepositTable, from: Situation, options: DepositOptions): Step<Situation>[] {
  return from.payments.flatMap((each, index): Step<Situation>[] => {
    if (each.answer !== null) {
      const written = write(table, change(from, index, { answer: null }), index, each.answer, options)
      return [[`${index} written ${each.answer}`, written]]
    }
    if (options.neverLooksBack && each.state !== 'unseen') return []
    return answersOf(each.truth).map((answer) => [`${index} verified ${answer}`, change(from, index, { answer })])
  })
}

/** What a verification may say, including "pending" after the fact. */
function answersOf(truth: Truth): Answer[] {
  if (truth === 'coming') return ['pending']
  return [SAID[truth], 'pending']
}

const SAID: Readonly<Record<Exclude<Truth, 'coming'>, Answer>> = {
  success: 'success',
  failed: 'failed',
  reversed: 'reversed',
  again: 'success',
  'reversed again': 'reversed',
  'never was': 'failed',
}

function change(from: Situation, index: number, changes: Partial<Payment>): Situation {
  const { payments } = from
  return { ...from, payments: payments.map((each, place) => (place === index ? { ...each, ...changes } : each)) }
}

/** As in credit-payment.ts: one transition of the table, or an alarm. */
function write(
  table: DepositTable,
  from: Situation,
  index: number,
  answer: Answer,
  options: DepositOptions,
): Situation {
  const payment = from.payments[index]
  if (payment === undefined) return from
  const { state, foreign } = payment
  const transition = table[state][eventOf(state, answer, foreign)]
  if (transition === undefined) {
    const givenAgain = payment.givenAgain || isGivenAgain(state, answer)
    return options.raisesNoAlarm ? from : change(from, index, { alarm: true, givenAgain })
  }
  if (answer === 'reversed' && transition.posts === null) return change(from, index, { givenAgain: false })
  return move(from, index, { transition, state, options })
}

function move(
  from: Situation,
  index: number,
  of: { transition: DepositTransition; state: DepositState; options: DepositOptions },
): Situation {
  const payment = from.payments[index]
  if (payment === undefined) return from
  const { amount, posted } = payment
  const { transition, state, options } = of
  const { to, posts } = transition
  if (posts === null) return change(from, index, { state: to })
  const next = change(from, index, { state: to, givenAgain: false, posted: { ...posted, [posts]: posted[posts] + 1 } })
  return book(next, posts, { amount, fromSuspense: state === 'quarantined', options })
}

function eventOf(state: DepositState, answer: Answer, foreign: boolean): DepositEvent {
  if (state !== 'unseen' || answer !== 'success') return answer
  return foreign ? 'for-nobody' : 'for-wallet'
}

/** What each transfer moves, with the one rule about debts: docs/reference/orders.md. */
function book(
  from: Situation,
  posts: DepositPosting,
  of: { amount: number; fromSuspense: boolean; options: DepositOptions },
): Situation {
  const { amount, fromSuspense, options } = of
  const { available, owed, suspense, float } = from
  switch (posts) {
    case 'deposit':
    case 'pay-in': {
      const repaid = options.repaysNothing ? 0 : Math.min(owed, available + amount)
      const credited = { ...from, available: available + amount - repaid, owed: owed - repaid }
      return fromSuspense ? { ...credited, suspense: suspense - amount } : { ...credited, float: float + amount }
    }
    case 'restore': {
      const repaid = options.restoresBesideDebt ? 0 : Math.min(owed, amount)
      return { ...from, available: available + amount - repaid, owed: owed - repaid, float: float + amount }
    }
    case 'quarantine':
      return { ...from, suspense: suspense + amount, float: float + amount }
    case 'recall': {
      if (fromSuspense) return { ...from, suspense: suspense - amount, float: float - amount }
      const taken = options.takesWhatIsNotThere ? amount : Math.min(available, amount)
      return { ...from, available: available - taken, owed: owed + amount - taken, float: float - amount }
    }
  }
}

function brokenRule({ payments, available, owed, suspense, float }: Situation): string | null {
  if (available < 0 || suspense < 0 || owed < 0) return 'takes more money than there is'
  if (available > 0 && owed > 0) return 'has money to spend and owes'
  if (float !== available + suspense - owed) return 'money was made or lost'
  const setAside = payments.reduce((sum, { state, amount }) => sum + (state === 'quarantined' ? amount : 0), 0)
  if (suspense !== setAside) return 'suspense differs from the sum set aside'
  for (const { truth, foreign, posted, state, agreed } of payments) {
    const booked = arrivals(posted)
    const came = truth !== 'coming' && truth !== 'failed'
    if (booked > 1) return 'booked twice'
    if (posted.deposit > 1) return 'credited twice'
    if (posted.recall > 1) return 'taken back twice'
    if (booked > 0 && !came) return 'booked without having come in'
    const isFailed = truth === 'never was' && posted.quarantine > 0
    if (posted.recall > 0 && !WAS_TAKEN_BACK.includes(truth) && !isFailed) return 'taken back without a reason'
    if (posted.restore > 1) return 'given again twice'
    if (posted.restore > posted.recall) return 'given again without having been taken back'
    if (posted.restore > 0 && truth !== 'again' && truth !== 'reversed again') return 'given again without a reason'
    if (posted.recall > booked) return 'taken back without having been booked'
    if (foreign && posted.deposit > 0 && !agreed) return 'credited to somebody else'
    if (booked > 0 !== (state !== 'unseen')) return 'the state says something else than the books'
  }
  return null
}

/** How many times it entered the books: a deposit set aside entered then, and is only moved later. */
function arrivals({ deposit, quarantine, 'pay-in': paidIn }: Payment['posted']): number {
  return paidIn + (quarantine > 0 ? quarantine : deposit)
}

const WAS_TAKEN_BACK: readonly Truth[] = ['reversed', 'again', 'reversed again']

/**
 * The books match the provider, or operators were alerted: to credit what is there again, or to close a difference of
 * ours.
 */
function isAtRest({ truth, posted, answer, alarm, givenAgain, state }: Payment, table: DepositTable): boolean {
  if (answer !== null) return false
  const inBooks = arrivals(posted) - posted.recall + posted.restore
  const isThere = truth === 'success' || truth === 'again' ? 1 : 0
  if (inBooks === isThere) return true
  if (inBooks < isThere) return alarm && givenAgain && table[state]['by-operators'] !== undefined
  return alarm && (truth === 'never was' || posted.restore > 0)
}
