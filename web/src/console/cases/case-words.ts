import type { CaseOutcome } from '#contract/console/case-outcomes.ts'
import type { CaseStatus, CaseTopic } from '#contract/support.ts'

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

/** `Sign in`, of `sign-in`. */
export function topicInWords(topic: CaseTopic): string {
  const words = topic.replaceAll('-', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
