import type { UserId, VisitorId } from '#contract/ids.ts'

/** The owner of a report: a person with an account, or a visitor, who has proved an email and nothing else. */
export type Reporter =
  | { readonly kind: 'user'; readonly id: UserId }
  | { readonly kind: 'visitor'; readonly id: VisitorId }

export const asUser = (id: UserId): Reporter => ({ kind: 'user', id })
export const asVisitor = (id: VisitorId): Reporter => ({ kind: 'visitor', id })

const TABLES = { user: 'users', visitor: 'visitors' } as const
const COLUMNS = { user: 'user_id', visitor: 'visitor_id' } as const

/** The table of this kind of reporter. */
export const reporterTable = ({ kind }: Reporter) => TABLES[kind]
/** The column of `cases` that names this kind of reporter. */
export const reporterColumn = ({ kind }: Reporter) => COLUMNS[kind]
