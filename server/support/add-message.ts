import type { CaseId, OperatorId } from '#contract/ids.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { assert } from '#server/platform/errors.ts'
import { sendPictures } from './case-pictures.ts'

export type NewMessage = {
  readonly caseId: CaseId
  readonly text: string
  readonly at: Date
  /** Ids of pictures that the same author uploaded before. */
  readonly pictures: readonly string[]
} & (
  | { readonly author: 'you'; readonly key: string | null }
  /** The operator who wrote it. */
  | { readonly author: 'support'; readonly operator: { readonly id: OperatorId; readonly name: string } }
)

/**
 * Adds a message at the end of a report. The caller has locked the report, or just created it.
 *
 * @throws AppError case.picture-gone
 */
export async function addMessage(tx: Transaction, message: NewMessage): Promise<void> {
  const { caseId, author, text, at, pictures } = message
  const operator = message.author === 'support' ? message.operator : null
  const [added] = await tx.query<{ seq: number }>(
    `insert into case_messages (user_id, case_id, seq, author, operator, request_key, text, at, pictures)
     select user_id, id, coalesce((select max(seq) from case_messages where case_id = $1), 0) + 1, $2, $3, $4, $5, $6, $7
     from cases where id = $1 returning seq`,
    [caseId, author, operator?.name ?? null, message.author === 'you' ? message.key : null, text, at, pictures.length],
  )
  assert(added !== undefined, 'a message belongs to a report')
  await sendPictures(tx, { caseId, seq: added.seq, operatorId: operator?.id ?? null, ids: pictures })
}
