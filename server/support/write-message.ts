import { type CaseId, isId } from '#contract/ids.ts'
import type { CaseMessageBody, CaseStatus, CaseTopic } from '#contract/support.ts'
import { CASE_MESSAGES_MAX } from '#contract/support-limits.ts'
import type { Deps } from '#server/deps.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { addMessage } from './add-message.ts'
import { answerBy } from './answer-times.ts'
import { isSameOrder, PICTURE_IDS_OF_MESSAGE } from './case-pictures.ts'
import { endPause } from './pauses.ts'
import { readText } from './read-text.ts'
import { type Reporter, reporterColumn } from './reporter.ts'

/**
 * Adds the reporter's message to a report. Leaves the status unchanged, because statuses record what operators did.
 * Starts the report's clock, or resumes a paused one. Repetitions with the same key are one message.
 *
 * @throws AppError `case.text-invalid`, `case.not-found`, `case.closed`, `case.too-many-messages`, `case.picture-gone`,
 *   `idempotency.reused`
 */
export async function writeMessage(
  deps: Pick<Deps, 'database' | 'clock' | 'events'>,
  by: Reporter,
  id: string,
  body: CaseMessageBody,
): Promise<{ isNew: boolean }> {
  const text = readText(body.text)
  const { pictures = [] } = body
  if (!isId('cas', id)) throw new AppError('case.not-found')
  const isNew = await deps.database.transaction(async (tx) => {
    const found = await lockCase(tx, by, id)
    const known = await findByKey(tx, id, body.key)
    if (known !== null) {
      if (known.text !== text || !isSameOrder(known.pictures, pictures)) throw new AppError('idempotency.reused')
      return false
    }
    if (found.status === 'closed') throw new AppError('case.closed')
    if ((await countOwn(tx, id)) >= CASE_MESSAGES_MAX) throw new AppError('case.too-many-messages')
    const at = deps.clock.now()
    await addMessage(tx, { caseId: id, author: 'you', key: body.key, text, at, pictures })
    await runClock(tx, id, { ...found, at })
    return true
  })
  if (isNew && by.kind === 'user') deps.events.publish(by.id, { topics: ['case'] })
  return { isNew }
}

type LockedCase = {
  readonly status: CaseStatus
  readonly topic: CaseTopic
  readonly transactionId: string | null
  readonly dueAt: Date | null
}

async function lockCase(tx: Transaction, by: Reporter, id: CaseId): Promise<LockedCase> {
  const [row] = await tx.query<LockedCase>(
    `select status, topic, transaction_id as "transactionId", answer_by as "dueAt"
     from cases where ${reporterColumn(by)} = $1 and id = $2 for update`,
    [by.id, id],
  )
  if (row === undefined) throw new AppError('case.not-found')
  return row
}

/**
 * A pause extends the deadline by its length. Otherwise the first unanswered message sets the deadline, and later ones
 * keep it.
 */
async function runClock(tx: Transaction, id: CaseId, of: LockedCase & { readonly at: Date }): Promise<void> {
  const pausedMs = await endPause(tx, { caseId: id, at: of.at, by: 'you' })
  const dueAt = of.dueAt === null ? answerBy(of, of.at) : new Date(of.dueAt.getTime() + (pausedMs ?? 0))
  if (dueAt.getTime() === of.dueAt?.getTime()) return
  await tx.query('update cases set answer_by = $2 where id = $1', [id, dueAt])
}

type Sent = { readonly text: string; readonly pictures: readonly string[] }

/** The message sent with this key, or null. */
async function findByKey(sql: Sql, caseId: CaseId, key: string): Promise<Sent | null> {
  const [row] = await sql.query<Sent>(
    `select m.text, ${PICTURE_IDS_OF_MESSAGE} as pictures from case_messages m where m.case_id = $1 and m.request_key = $2`,
    [caseId, key],
  )
  return row ?? null
}

async function countOwn(sql: Sql, caseId: CaseId): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    `select count(*)::int as count from case_messages where case_id = $1 and author = 'you'`,
    [caseId],
  )
  return row?.count ?? 0
}
