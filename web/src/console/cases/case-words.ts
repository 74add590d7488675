import type { CaseOutcome } from '#contract/console/case-outcomes.ts'
import type { TemplateId } from '#contract/console/case-templates.ts'
import type { CaseClock } from '#contract/console/cases.ts'
import type { CaseStatus, CaseTopic } from '#contract/support.ts'
import { momentOf } from '#web/console/words.ts'

export const STATUS_NAMES: Readonly<Record<CaseStatus, string>> = {
  received: 'Received',
  in_progress: 'In progress',
  answered: 'Answered',
  closed: 'Closed',
}

export const OUTCOME_NAMES: Readonly<Record<CaseOutcome, string>> = {
  resolved: 'Resolved',
  explained: 'Explained, nothing was wrong',
  'not-possible': 'Not possible',
  'no-reply': 'No reply from the customer',
  duplicate: 'Duplicate of another case',
}

/** `sign-in` as `Sign in`. */
export function topicInWords(topic: CaseTopic): string {
  const words = topic.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

export const TEMPLATE_NAMES: Readonly<Record<TemplateId, string>> = {
  state: 'State of the order',
  completed: 'It was completed',
  'money-back': 'The money went back',
  reference: 'Which order it is',
}

const UNITS = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const

/** `2 days`, `19 hours`, `less than a minute`, of milliseconds: whole units, rounded down. */
export function durationInWords(ms: number): string {
  // Hours are left out only from two days on: a day and a half is 36 hours.
  const unit = UNITS.find(([name, unitMs]) => ms >= unitMs * (name === 'day' ? 2 : 1))
  if (unit === undefined) return 'less than a minute'
  const count = Math.floor(ms / unit[1])
  return `${count} ${unit[0]}${count === 1 ? '' : 's'}`
}

/** A case's deadline, or what it is waiting for. */
export function clockInWords({ answerBy, isOverdue, pausedAt, leftMs }: CaseClock): string {
  if (pausedAt !== null && leftMs !== null)
    return `Waiting for the customer since ${momentOf(pausedAt)}. ${leftInWords(leftMs)}`
  if (answerBy === null) return 'Nothing is due.'
  return isOverdue ? `Overdue: the answer was due by ${momentOf(answerBy)}.` : `Answer by ${momentOf(answerBy)}.`
}

function leftInWords(leftMs: number): string {
  if (leftMs < 0) return `The clock is paused, overdue by ${durationInWords(-leftMs)}.`
  return `The clock is paused with ${durationInWords(leftMs)} left.`
}
