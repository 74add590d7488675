import { LATE_AFTER_MINUTES } from '#contract/constants.ts'
import type { TransactionId } from '#contract/ids.ts'
import { KIND_WORDS } from '#contract/kinds/words.ts'
import type { OfOrder, OrderFacts, Progress } from './facts.ts'
import { capitalized, type Say, type Writers } from './say.ts'

type Reversed = OrderFacts['order-reversed']

/** The texts of alerts about money going out. */
export const ORDER_TEXTS: Writers<OrderFacts> = {
  'order-completed': (facts, say) => ({
    title: say.isHidden ? `${facts.title} ${done(facts)}` : paidTitle(facts, say),
    body: sentences(
      `Your ${what(facts, say)} ${verbsOf(facts).is} ${done(facts)}.`,
      facts.byTeam && 'Two people on our team confirmed it.',
      withFees(facts, say),
      say.doubt,
    ),
    path: toTransaction(facts.transactionId),
  }),
  'order-failed': (facts, say) => ({
    title: say.isHidden ? `${facts.title} failed` : `${say.naira(facts.totalKobo)} is back: ${facts.title} failed`,
    body: sentences(
      `Your ${what(facts, say)} failed.`,
      facts.byTeam && 'Two people on our team confirmed that.',
      isBack(facts, say),
    ),
    path: toTransaction(facts.transactionId),
  }),
  'order-reversed': (facts, say) => ({
    title: say.isHidden ? `Refund: ${facts.title}` : `${say.naira(facts.totalKobo)} is back: ${facts.title}`,
    body: sentences(whyBack(facts, say), isBack(facts, say)),
    path: toTransaction(facts.transactionId),
  }),
  'order-paid-late': (facts, say) => ({
    title: say.isHidden
      ? `${facts.title} went through after all`
      : `${say.naira(facts.totalKobo)} paid: ${facts.title} went through after all`,
    body: sentences(
      `Your ${what(facts, say)} had failed, and went through after all.`,
      takenAndOwed(facts, say, ' again'),
      say.doubt,
    ),
    path: toTransaction(facts.transactionId),
  }),
  'order-late': (facts, say) => ({
    title: `Your ${facts.noun} ${verbsOf(facts).is} taking longer than ${LATE_AFTER_MINUTES} minutes`,
    body: sentences(PROGRESS[facts.progress](`Your ${what(facts, say)}`, verbsOf(facts)), say.doubt),
    path: toTransaction(facts.transactionId),
  }),
  'order-in-review': (facts, say) => ({
    title: `Not confirmed yet: your ${facts.noun}`,
    body: sentences(
      `Your ${what(facts, say)} ${verbsOf(facts).is} still not confirmed, so our team has been alerted.`,
      `The money stays reserved until it is clear. ${payOnce(verbsOf(facts))}`,
      say.doubt,
    ),
    path: toTransaction(facts.transactionId),
  }),
  'bpc-delivered': (facts, say) => ({
    title: 'Your BPC is here',
    body: sentences(
      `You bought a BPC${say.isHidden ? '' : ` for ${say.naira(facts.totalKobo)}`}.`,
      'Its code is under your profile, and its prices and daily limit apply from now on.',
      say.doubt,
    ),
    path: toTransaction(facts.transactionId),
  }),
}

/** "You sent ₦1,500.00 to Chidi Eze", "You paid ₦495.00: MTN Airtime". */
function paidTitle({ order, title, name, amountKobo, totalKobo }: OfOrder, say: Say): string {
  if (KIND_WORDS[order].verb === 'pay') return `You paid ${say.naira(totalKobo)}: ${title}`
  return `You sent ${say.naira(amountKobo)}${name === null ? '' : ` to ${say.name(name)}`}`
}

/** What a transfer took from the wallet, where that is more than was sent. */
function withFees({ order, amountKobo, totalKobo }: OfOrder, say: Say): string | false {
  if (KIND_WORDS[order].verb === 'pay' || say.isHidden || totalKobo === amountKobo) return false
  return `With fees, ${say.naira(totalKobo)} left your wallet.`
}

/** A transaction's page. */
export const toTransaction = (id: TransactionId) => `/history/${id}`

/** Joins the parts that have text. */
export function sentences(...parts: readonly (string | false | null)[]): string {
  return parts.filter((part) => part !== false && part !== null && part !== '').join(' ')
}

/** " ₦500.00 of it repaid what you owed.", or nothing. */
export function repaid({ repaidKobo }: Pick<OfOrder, 'repaidKobo'>, say: Say): string | false {
  if (repaidKobo === undefined) return false
  return `${say.isHidden ? 'Some' : say.naira(repaidKobo)} of it repaid what you owed.`
}

/** What was taken from the wallet, and what was missing and is owed. */
export function takenAndOwed(
  of: { totalKobo: string; owedKobo?: string },
  say: Say,
  again: '' | ' again' = '',
): string {
  const { totalKobo, owedKobo } = of
  if (owedKobo === undefined) return `${say.isHidden ? 'It' : say.naira(totalKobo)} was taken from your wallet${again}.`
  if (say.isHidden) return 'You owe what was missing in your wallet: money that comes in repays it first.'
  const takenKobo = BigInt(totalKobo) - BigInt(owedKobo)
  const owed = `you owe ${say.naira(owedKobo)}: money that comes in repays it first.`
  if (takenKobo === 0n) return `There was nothing available in your wallet, so ${owed}`
  return `${say.naira(`${takenKobo}`)} was taken from your wallet${again}, and ${owed}`
}

const payOnce = ({ it }: Verbs) => `Please do not pay again: ${it} may still go through.`

/** What is known of an order without a final answer. */
const PROGRESS: Readonly<Record<Progress, (what: string, verbs: Verbs) => string>> = {
  'not-sent': (what, { is, has }) =>
    `${what} ${is} reserved in your wallet and ${has} not been sent yet. No money has left.`,
  'maybe-sent': (what, verbs) =>
    `${what} ${verbs.has} no clear answer yet. The money stays reserved until we know whether ${verbs.it} went through. ${payOnce(verbs)}`,
  'with-provider': (what, verbs) =>
    `${what} ${verbs.is} on ${verbs.its} way and not confirmed yet. The money stays reserved until ${verbs.it} ${verbs.is}. ${payOnce(verbs)}`,
}

type Verbs = { readonly [Word in 'is' | 'was' | 'has' | 'it' | 'its']: string }

const ONE: Verbs = { is: 'is', was: 'was', has: 'has', it: 'it', its: 'its' }
const SEVERAL: Verbs = { is: 'are', was: 'were', has: 'have', it: 'they', its: 'their' }

/** The verbs and pronouns of what was ordered. */
const verbsOf = ({ many }: Pick<OfOrder, 'many'>) => (many ? SEVERAL : ONE)
const done = ({ order }: OfOrder) => KIND_WORDS[order].done

function isBack(facts: OfOrder, say: Say): string {
  const back = say.isHidden ? 'The money' : say.naira(facts.totalKobo)
  return sentences(`${back} is back in your wallet.`, repaid(facts, say))
}

function whyBack(facts: Reversed, say: Say): string {
  switch (facts.returnedBy) {
    case 'owner':
      return `You returned your ${facts.noun}.`
    case 'team':
      return `Our team refunded your ${facts.noun}.`
    case 'proof':
      return `Our team had confirmed your ${what(facts, say)}, but ${verbsOf(facts).it} failed after all.`
    case 'undone':
      return `Two people on our team have confirmed that your ${what(facts, say)} ${verbsOf(facts).was} not ${done(facts)}. ${saidBefore(facts)}`
    case 'provider':
      return facts.late === true ? `${whoTookBack(facts, say)} ${saidBefore(facts)}` : wasReversed(facts, say)
  }
}

function wasReversed(facts: Reversed, say: Say): string {
  const { verb, partner } = KIND_WORDS[facts.order]
  const { was, has } = verbsOf(facts)
  return `Your ${what(facts, say)} ${was} ${done(facts)}, and ${verb === 'send' ? `${partner} has sent it back` : `${has} been taken back`}.`
}

function whoTookBack(facts: Reversed, say: Say): string {
  const { verb, partner } = KIND_WORDS[facts.order]
  if (verb === 'send' && partner !== null) return `${capitalized(partner)} has sent back your ${what(facts, say)}.`
  return `Your ${what(facts, say)} ${verbsOf(facts).has} been taken back.`
}

/**
 * What its owner was told when it went through, without naming an alert: a list's sales share one. The news comes
 * first, because an SMS may be cut before this.
 */
function saidBefore(facts: Reversed): string {
  const { it } = verbsOf(facts)
  if (facts.late === true) return `An earlier alert said that ${it} went through after all.`
  return `${capitalized(it)} had been reported as ${done(facts)}.`
}

/** What was ordered, its amount and where it went: "bank transfer of ₦1,500.00 to Chidi Eze, GTBank •••• 6784". */
function what(facts: OfOrder, say: Say): string {
  const amount = say.isHidden ? '' : ` of ${say.naira(facts.amountKobo)}`
  return `${facts.noun}${amount}${toWhom(facts, say)}`
}

function toWhom({ order, name, plan, place }: OfOrder, say: Say): string {
  if (plan !== undefined) return `, ${plan}, for ${place}`
  const parts = [name === null ? null : say.name(name), place].filter((part) => part !== null)
  if (parts.length === 0) return ''
  return ` ${KIND_WORDS[order].verb === 'send' ? 'to' : 'for'} ${parts.join(', ')}`
}
