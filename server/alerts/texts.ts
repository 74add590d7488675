import type { AlertKind } from '#contract/alerts.ts'
import { LATE_AFTER_MINUTES } from '#contract/constants.ts'
import { lagosMoment } from '#contract/time.ts'
import { sentenceOfEvent, subjectOfEvent } from '#server/identity/security-events/emails.ts'
import type { AlertFacts, AlertRow } from '#server/outbox/alerts/alert.ts'
import { ORDER_TEXTS, repaid, sentences, takenAndOwed, toTransaction } from '#server/outbox/alerts/order-texts.ts'
import { type AlertText, capitalized, type Say, type Shown, sayIn, type Writers } from '#server/outbox/alerts/say.ts'

/** What an alert says. Made from what was true when it was made, so it says the same at any time. */
export function textOf(alert: Pick<AlertRow, 'kind' | 'facts'>, shown: Shown): AlertText {
  const write = WRITERS[alert.kind] as (facts: AlertRow['facts'], say: Say) => AlertText
  const text = write(alert.facts, sayIn(shown))
  // One part of an SMS has no room to say it twice.
  return shown.channel === 'sms' && Object.hasOwn(ORDER_TEXTS, alert.kind) ? { ...text, title: '' } : text
}

const WRITERS: Writers<AlertKind> = {
  ...ORDER_TEXTS,
  'money-in': (facts, say) => ({
    title: `${say.naira(facts.amountKobo)} came in`,
    body: sentences(`${capitalized(transferFrom(facts, say))} came into your wallet.`, repaid(facts, say)),
    path: toTransaction(facts.transactionId),
  }),
  'money-in-again': (facts, say) => ({
    title: `${say.naira(facts.amountKobo)} is back`,
    body: sentences(
      `The bank gave ${transferFrom(facts, say)} again, and it is in your wallet.`,
      repaid(facts, say),
      'An earlier alert said that the bank took it back.',
    ),
    path: toTransaction(facts.transactionId),
  }),
  'money-in-taken-back': (facts, say) => ({
    title: `${say.naira(facts.amountKobo)} was taken back`,
    body: sentences(
      `The bank took back ${transferFrom(facts, say)} that had come in.`,
      takenAndOwed({ ...facts, totalKobo: facts.amountKobo }, say),
    ),
    path: toTransaction(facts.transactionId),
  }),
  'list-ended': (facts, say) => ({
    title: `Your list is done: ${endings(facts)
      .map(({ count, how }) => `${count} ${how}`)
      .join(', ')}`,
    body: sentences(
      ...endings(facts).map(({ count, one, many }) => {
        const said = `${count} ${count === 1 ? `sale ${one}` : `sales ${many}`}`
        return one === DELIVERED[0] && !say.isHidden ? `${said} for ${say.naira(facts.completedKobo)}.` : `${said}.`
      }),
      facts.failed + facts.cancelled + facts.reversed > 0 &&
        `The money for ${facts.completed > 0 ? 'the others' : 'them'} is back in your wallet.`,
      facts.byTeam > 0 && `Two people on our team confirmed how ${facts.byTeam} of them ended.`,
      facts.completed > 0 && say.doubt,
    ),
    path: toList(facts),
  }),
  'list-late': (facts, say) => ({
    title: `Your list is taking longer than ${LATE_AFTER_MINUTES} minutes`,
    body: sentences(
      'Some sales of your list have no clear answer yet. Their money stays reserved until they do. Please do not buy them again: they may still go through.',
      say.doubt,
    ),
    path: toList(facts),
  }),
  'list-in-review': (facts, say) => ({
    title: 'Not confirmed yet: a sale of your list',
    body: sentences(
      'A sale of your list is still not confirmed, so our team has been alerted. Its money stays reserved until it is clear. Please do not buy it again: it may still go through.',
      say.doubt,
    ),
    path: toList(facts),
  }),
  'bpc-return-ends': ({ transactionId, until }) => ({
    title: 'You can still return your BPC',
    body: `You have not used it yet. Until ${lagosMoment(until)}, you can return it for its full price.`,
    path: toTransaction(transactionId),
  }),
  account: ({ event, browser }) => ({
    title: capitalized(subjectOfEvent(event)),
    body: sentences(sentenceOfEvent(event), browser !== null && `It was done in ${browser}.`),
    path: '/security',
  }),
  'case-question': ({ caseId, trackingNumber }) => ({
    title: 'Support has a question for you',
    body: `Support has a question about your report ${trackingNumber}, and is waiting for your answer.`,
    path: `/support/cases/${caseId}`,
  }),
  'case-answer': ({ caseId, trackingNumber }) => ({
    title: 'Support has answered you',
    body: `Support has answered your report ${trackingNumber}. You can read the answer there, and write back.`,
    path: `/support/cases/${caseId}`,
  }),
  statement: ({ month }) => ({
    title: `Your statement for ${monthName(month)}`,
    body: `Your statement for ${monthName(month)} is ready: what came in, what went out, and your balance. Save it as a PDF or for a spreadsheet.`,
    path: `/history?view=summary&statement=${month}`,
  }),
  notice: ({ heading, sentence }) => ({ title: withoutStop(heading), body: sentence, path: null }),
  'notice-ended': ({ heading, sentence }) => ({ title: heading, body: sentence, path: null }),
  test: ({ channel }) => ({
    title: 'Test alert',
    body: `This is a test of your ${CHANNEL_WORDS[channel]} alerts, which you asked for. Nothing happened on your account.`,
    path: '/security/alerts',
  }),
}

/** A heading that is a whole sentence, as a title. */
function withoutStop(heading: string): string {
  return heading.endsWith('.') ? heading.slice(0, -1) : heading
}

const CHANNEL_WORDS = { email: 'email', push: 'push', sms: 'SMS' } as const

function transferFrom({ name }: AlertFacts['money-in'], say: Say): string {
  return name === null ? 'a bank transfer' : `a bank transfer from ${say.name(name)}`
}

const toList = ({ batchId }: AlertFacts['list-late']) => `/sell/many/${batchId}`

const DELIVERED = ['was delivered', 'were delivered'] as const

/** In which ways the sales of a list ended, and how many each. */
function endings({ completed, failed, cancelled, reversed }: AlertFacts['list-ended']) {
  return [
    { count: completed, how: 'delivered', one: DELIVERED[0], many: DELIVERED[1] },
    { count: failed, how: 'failed', one: 'failed', many: 'failed' },
    { count: reversed, how: 'came back', one: 'was delivered and came back', many: 'were delivered and came back' },
    { count: cancelled, how: 'cancelled', one: 'was cancelled by you', many: 'were cancelled by you' },
  ].filter(({ count }) => count > 0)
}

/** "October 2026" of `2026-10`. */
function monthName(month: string): string {
  return new Intl.DateTimeFormat('en-NG', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}
