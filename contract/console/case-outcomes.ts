/** How a case ended. The operator who closes it chooses one and adds a note. */
export const CASE_OUTCOMES = ['resolved', 'explained', 'not-possible', 'no-reply', 'duplicate'] as const
export type CaseOutcome = (typeof CASE_OUTCOMES)[number]

export function isCaseOutcome(text: string): text is CaseOutcome {
  return CASE_OUTCOMES.some((each) => each === text)
}
