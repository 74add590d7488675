import type { CaseId } from '#contract/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'

export type NewMessage = {
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
  const { caseId, author, text, at } = message
  await tx.query(
    `insert into case_messages (user_id, case_id, seq, author, operator, request_key, text, at)
     select user_id, id, coalesce((select max(seq) from case_messages where case_id = $1), 0) + 1, $2, $3, $4, $5, $6
     from cases where id = $1`,
    [
      caseId,
      author,
      message.author === 'support' ? message.operator : null,
      message.author === 'you' ? message.key : null,
      text,
      at,
    ],
  )
}
