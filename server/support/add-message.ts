import type { CaseId, UserId } from '#contract/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'

export type NewMessage = {
  readonly userId: UserId
  readonly caseId: CaseId
  readonly text: string
  readonly at: Date
} & (
  | { readonly author: 'you'; readonly key: string | null }
  /** The operator who wrote it. */
  | { readonly author: 'support'; readonly operator: string }
)

/** Adds a message at the end of a report. The caller holds the lock on the report, or has just made it. */
export async function addMessage(tx: Transaction, message: NewMessage): Promise<void> {
  const { userId, caseId, author, text, at } = message
  await tx.query(
    `insert into case_messages (user_id, case_id, seq, author, operator, request_key, text, at)
     select $1, $2, coalesce(max(seq), 0) + 1, $3, $4, $5, $6, $7 from case_messages where user_id = $1 and case_id = $2`,
    [
      userId,
      caseId,
      author,
      message.author === 'support' ? message.operator : null,
      message.author === 'you' ? message.key : null,
      text,
      at,
    ],
  )
}
