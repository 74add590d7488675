import { type CaseId, isId } from '#contract/ids.ts'
import type { CaseBody, CaseTopic } from '#contract/support.ts'
import {
  CASES_OPEN_MAX,
  CASES_PER_DAY_MAX,
  VISITOR_CASES_OPEN_MAX,
  VISITOR_CASES_PER_DAY_MAX,
} from '#contract/support-limits.ts'
import { DAY_MS } from '#contract/time.ts'
import { findTransaction } from '#server/activity/history/list-transactions.ts'
import type { Deps } from '#server/deps.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { AppError, assert } from '#server/platform/errors.ts'
import { addMessage } from './add-message.ts'
import { answerBy } from './answer-times.ts'
import { isSameOrder, PICTURE_IDS_OF_MESSAGE } from './case-pictures.ts'
import { readText } from './read-text.ts'
import { type Reporter, reporterColumn, reporterTable } from './reporter.ts'
import { newTrackingNumber } from './tracking-number.ts'

/** There are 2^40 numbers, so collisions are rare: this many in a row mean a bug. */
const NUMBER_TRIES_MAX = 5

export type OpenCaseDeps = Pick<Deps, 'database' | 'clock' | 'newId' | 'randomBytes' | 'events'>

/** A checked and cleaned report. */
type Report = {
  readonly topic: CaseTopic
  readonly transactionId: string | null
  readonly text: string
  readonly pictures: readonly string[]
}

/**
 * Takes a report of a problem. The key makes it idempotent: repetitions, even many at once, return the first report.
 *
 * @throws AppError `case.text-invalid`, `case.transaction-unknown`, `case.too-many-open`, `case.too-many-today`,
 *   `case.picture-gone`, for a visitor `visitor.too-many-open`, `visitor.too-many-today`; `idempotency.reused` for a
 *   known key with another report
 */
export async function openCase(
  deps: OpenCaseDeps,
  by: Reporter,
  body: CaseBody,
): Promise<{ id: CaseId; isNew: boolean }> {
  const { topic, transactionId, pictures = [] } = body
  const report: Report = { topic, transactionId, text: readText(body.text), pictures }
  const opened = await deps.database.transaction(async (tx) => {
    // Reports of a person run one after another, so that limits hold and a key is new only once, however many arrive
    // together.
    await tx.query(`select 1 from ${reporterTable(by)} where id = $1 for no key update`, [by.id])
    const known = await findByKey(tx, by, body.key)
    if (known !== null) return { id: sameReport(known, report), isNew: false }
    await requireOwnTransaction(tx, by, report.transactionId)
    const at = deps.clock.now()
    await requireRoom(tx, by, at)
    const id = deps.newId('cas')
    await insertCase(tx, deps, { ...report, by, id, key: body.key, at })
    await addMessage(tx, { caseId: id, author: 'you', key: null, text: report.text, at, pictures })
    return { id, isNew: true }
  })
  if (opened.isNew && by.kind === 'user') deps.events.publish(by.id, { topics: ['case'] })
  return opened
}

type KnownCase = Report & { readonly id: CaseId }

async function findByKey(sql: Sql, by: Reporter, key: string): Promise<KnownCase | null> {
  const [row] = await sql.query<KnownCase>(
    `select c.id, c.topic, c.transaction_id as "transactionId", m.text, ${PICTURE_IDS_OF_MESSAGE} as pictures from cases c
     join case_messages m on m.case_id = c.id and m.seq = 1
     where c.${reporterColumn(by)} = $1 and c.request_key = $2`,
    [by.id, key],
  )
  return row ?? null
}

function sameReport(known: KnownCase, { topic, transactionId, text, pictures }: Report): CaseId {
  const isSame = known.topic === topic && known.transactionId === transactionId && known.text === text
  if (isSame && isSameOrder(known.pictures, pictures)) return known.id
  throw new AppError('idempotency.reused')
}

async function requireOwnTransaction(sql: Sql, by: Reporter, id: string | null): Promise<void> {
  if (id === null) return
  const own = by.kind === 'user' && isId('txn', id) ? await findTransaction(sql, by.id, id) : null
  if (own === null) throw new AppError('case.transaction-unknown')
}

/** Limits on open reports and reports per day, and the error code prefix beyond them. */
const ROOM = {
  user: { open: CASES_OPEN_MAX, today: CASES_PER_DAY_MAX, refusal: 'case' },
  visitor: { open: VISITOR_CASES_OPEN_MAX, today: VISITOR_CASES_PER_DAY_MAX, refusal: 'visitor' },
} as const

async function requireRoom(sql: Sql, by: Reporter, now: Date): Promise<void> {
  const [count = { open: 0, today: 0 }] = await sql.query<{ open: number; today: number }>(
    `select count(*) filter (where status in ('received', 'in_progress'))::int as open,
       count(*) filter (where created_at > $2)::int as today
     from cases where ${reporterColumn(by)} = $1`,
    [by.id, new Date(now.getTime() - DAY_MS)],
  )
  const { open, today, refusal } = ROOM[by.kind]
  if (count.open >= open) throw new AppError(`${refusal}.too-many-open`)
  if (count.today >= today) throw new AppError(`${refusal}.too-many-today`)
}

type NewCase = Report & { readonly by: Reporter; readonly id: CaseId; readonly key: string; readonly at: Date }

async function insertCase(tx: Transaction, deps: Pick<Deps, 'randomBytes'>, of: NewCase): Promise<void> {
  for (let tries = 0; tries < NUMBER_TRIES_MAX; tries++) {
    const inserted = await tx.query(
      `insert into cases (${reporterColumn(of.by)}, id, tracking_number, request_key, topic, transaction_id, status_at, created_at, answer_by)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $8) on conflict (tracking_number) do nothing returning 1`,
      [
        of.by.id,
        of.id,
        newTrackingNumber(deps.randomBytes),
        of.key,
        of.topic,
        of.transactionId,
        of.at,
        answerBy(of, of.at),
      ],
    )
    if (inserted.length > 0) return
  }
  assert(false, 'a tracking number is free')
}
