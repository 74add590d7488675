import type { UserId, VisitorId } from '#contract/ids.ts'

/** Whose a report is: a person's with an account, or a visitor's, who has proved an email and nothing else. */
export type Reporter =
  | { readonly kind: 'user'; readonly id: UserId }
  | { readonly kind: 'visitor'; readonly id: VisitorId }

export const asUser = (id: UserId): Reporter => ({ kind: 'user', id })
export const asVisitor = (id: VisitorId): Reporter => ({ kind: 'visitor', id })

const TABLES = { user: 'users', visitor: 'visitors' } as const
const COLUMNS = { user: 'user_id', visitor: 'visitor_id' } as const

/** Where reporters of this kind are. */
export const reporterTable = ({ kind }: Reporter) => TABLES[kind]
/** The column of `cases` that names reporters of this kind. */
export const reporterColumn = ({ kind }: Reporter) => COLUMNS[kind]
