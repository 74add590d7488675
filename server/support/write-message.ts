import { type CaseId, isId } from '#contract/ids.ts'
import type { CaseMessageBody, CaseStatus } from '#contract/support.ts'
import { CASE_MESSAGES_MAX } from '#contract/support-limits.ts'
import type { Deps } from '#server/deps.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { addMessage } from './add-message.ts'
import { readText } from './read-text.ts'
import { type Reporter, reporterColumn } from './reporter.ts'

/**
 * Adds a message to a report of the reporter's. It changes no status: that says what operators did. Repeated with its key
 * it is one message.
 *
 * @throws AppError `case.text-invalid`, `case.not-found`, `case.closed`, `case.too-many-messages`, `idempotency.reused`
 */
export async function writeMessage(
  deps: Pick<Deps, 'database' | 'clock' | 'events'>,
  by: Reporter,
  id: string,
  body: CaseMessageBody,
): Promise<{ isNew: boolean }> {
  const text = readText(body.text)
  if (!isId('cas', id)) throw new AppError('case.not-found')
  const isNew = await deps.database.transaction(async (tx) => {
    const status = await lockCase(tx, by, id)
    const known = await findByKey(tx, id, body.key)
    if (known !== null) {
      if (known !== text) throw new AppError('idempotency.reused')
      return false
    }
    if (status === 'closed') throw new AppError('case.closed')
    if ((await countOwn(tx, id)) >= CASE_MESSAGES_MAX) throw new AppError('case.too-many-messages')
    await addMessage(tx, { caseId: id, author: 'you', key: body.key, text, at: deps.clock.now() })
    return true
  })
  if (isNew && by.kind === 'user') deps.events.publish(by.id, { topics: ['case'] })
  return { isNew }
}

async function lockCase(tx: Transaction, by: Reporter, id: CaseId): Promise<CaseStatus> {
  const [row] = await tx.query<{ status: CaseStatus }>(
    `select status from cases where ${reporterColumn(by)} = $1 and id = $2 for update`,
    [by.id, id],
  )
  if (row === undefined) throw new AppError('case.not-found')
  return row.status
}

/** The text that was sent with this key. */
async function findByKey(sql: Sql, caseId: CaseId, key: string): Promise<string | null> {
  const [row] = await sql.query<{ text: string }>(
    'select text from case_messages where case_id = $1 and request_key = $2',
    [caseId, key],
  )
  return row?.text ?? null
}

async function countOwn(sql: Sql, caseId: CaseId): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from case_messages where case_id = $1 and author = 'you'`,
    [caseId],
  )
  return row?.count ?? 0
}
