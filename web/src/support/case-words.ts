import type { OrderKind } from '#contract/kinds/kinds.ts'
import type { CaseDetail, CaseStatus, CaseSummary, CaseTopic } from '#contract/support.ts'
import { CASE_PICTURES_PER_MESSAGE_MAX } from '#contract/support-limits.ts'
import { formatMoment } from '#contract/time.ts'
import type { TransactionKind } from '#contract/transactions.ts'
import { isOrderKind, KINDS } from '#web/payments/kinds/kinds.ts'

export const TOPICS: Record<CaseTopic, string> = {
  payment: 'A transfer to a bank',
  'money-in': 'Money that has not arrived',
  purchase: 'Airtime, data or a bill',
  bpc: 'A BPC',
  'sign-in': 'Signing in, PIN or device',
  fraud: 'Fraud or a scam',
  other: 'Something else',
}

const OTHER_TOPICS: Record<Exclude<TransactionKind, OrderKind>, CaseTopic> = {
  deposit: 'money-in',
  recall: 'money-in',
  refund: 'payment',
  grant: 'other',
  sms: 'other',
}

/** The likeliest topic of a report about such a transaction. */
export function topicOf(kind: TransactionKind): CaseTopic {
  return isOrderKind(kind) ? KINDS[kind].topic : OTHER_TOPICS[kind]
}

export const STATUS_WORDS: Record<CaseStatus, string> = {
  received: 'Received',
  in_progress: 'In progress',
  answered: 'Answered',
  closed: 'Closed',
}

/** The status of a report in a sentence. It never guesses: it names what was done, and when. */
export function statusSentence({ status, statusAt, lastMessage, asksSince }: CaseSummary): string {
  if (asksSince !== null)
    return `Support asked you something on ${formatMoment(asksSince)} and is waiting for your answer.`
  const at = formatMoment(statusAt)
  switch (status) {
    case 'received':
      return `Received on ${at}. We will alert you when we answer.`
    case 'in_progress':
      return `Support picked it up on ${at}.`
    case 'answered':
      return lastMessage.from === 'support'
        ? `Answered on ${at}. You can write back below.`
        : `Answered on ${at}. Your later message has no answer yet.`
    case 'closed':
      return `Closed on ${at}.`
  }
}

export const PICTURES_HINT = `Up to ${CASE_PICTURES_PER_MESSAGE_MAX} JPEG, PNG or WebP pictures. Support can see them. Cover what they do not need, and never show a PIN or a password.`

/** The sentence about pictures that were sent and are no longer stored; null: none. */
export function removedPictures(count: number): string | null {
  if (count === 0) return null
  return count === 1
    ? '1 picture was sent with this. It is no longer stored.'
    : `${count} pictures were sent with this. They are no longer stored.`
}

/** Like `expectation`, for a visitor, who is told by email. */
export function visitorExpectation({ status, lastMessage }: CaseDetail, sandbox: boolean): string | null {
  if (status === 'closed' || lastMessage.from === 'support') return null
  const said = 'When there is an answer, an email tells you, and you read it here. We cannot say when.'
  return sandbox ? `${said} This is a sandbox: its operator may not answer at all.` : said
}

/** What can truthfully be said about an answer that is not there yet. Null when nothing is awaited. */
export function expectation({ status, lastMessage }: CaseDetail, sandbox: boolean): string | null {
  if (status === 'closed' || lastMessage.from === 'support') return null
  const said = 'The answer will appear on this page. We cannot say when.'
  return sandbox ? `${said} This is a sandbox: its operator may not answer at all.` : said
}
