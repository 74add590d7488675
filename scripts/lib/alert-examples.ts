import type { AlertKind } from '#contract/alert-kinds.ts'
import type { NewAlert } from '#server/outbox/alerts/alert.ts'
import { ALERTS } from '#server/outbox/alerts/kinds/kinds.ts'

/** An example alert, and what it is an example of. */
export type AlertExample = Omit<NewAlert, 'userId'> & { readonly of: string }

/** An example of everything that alerts say. */
export const ALERT_EXAMPLES: readonly AlertExample[] = (Object.keys(ALERTS) as AlertKind[]).flatMap((kind) => {
  const { examples, exampleSubject } = ALERTS[kind]
  return examples.map(({ of, facts }) => ({ of, kind, subjectId: exampleSubject, facts }) as AlertExample)
})
