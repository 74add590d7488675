import { type CaseId, isId } from '#contract/ids.ts'
import type { CaseDetail, CaseMessage, CasePicture, CaseStatus, CaseSummary, CaseTopic } from '#contract/support.ts'
import { CASES_SHOWN_MAX } from '#contract/support-limits.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { PICTURES_OF_MESSAGE } from './case-pictures.ts'
import { WITH_OPEN_PAUSE } from './pauses.ts'
import { type Reporter, reporterColumn } from './reporter.ts'

type CaseRow = {
  id: CaseId
  trackingNumber: string
  topic: CaseTopic
  transactionId: string | null
  status: CaseStatus
  statusAt: Date
  createdAt: Date
  lastFrom: CaseMessage['from']
  lastAt: Date
  asksSince: Date | null
}

/** Joins the last message `m` of each report `c`. */
export const WITH_LAST_MESSAGE = `join lateral (
    select author, at from case_messages
    where case_id = c.id order by seq desc limit 1
  ) m on true`

const SELECT = `select c.id, c.tracking_number as "trackingNumber", c.topic, c.transaction_id as "transactionId", c.status,
    c.status_at as "statusAt", c.created_at as "createdAt", m.author as "lastFrom", m.at as "lastAt",
    p.from_at as "asksSince"
  from cases c ${WITH_LAST_MESSAGE} ${WITH_OPEN_PAUSE}`

/** The reports of one reporter, newest first, at most CASES_SHOWN_MAX. */
export async function listCases(sql: Sql, of: Reporter): Promise<CaseSummary[]> {
  const rows = await sql.query<CaseRow>(`${SELECT} where c.${reporterColumn(of)} = $1 order by c.id desc limit $2`, [
    of.id,
    CASES_SHOWN_MAX,
  ])
  return rows.map(toSummary)
}

/** A reporter's report with all its messages. @throws AppError `case.not-found` */
export async function readCase(sql: Sql, of: Reporter, id: string): Promise<CaseDetail> {
  const [row] = isId('cas', id)
    ? await sql.query<CaseRow>(`${SELECT} where c.${reporterColumn(of)} = $1 and c.id = $2`, [of.id, id])
    : []
  if (row === undefined) throw new AppError('case.not-found')
  return { ...toSummary(row), messages: await readMessages(sql, row.id) }
}

/** Oldest first. Bounded: a person has CASE_MESSAGES_MAX, and operators write theirs by hand. */
async function readMessages(sql: Sql, caseId: CaseId): Promise<CaseMessage[]> {
  const rows = await sql.query<{
    author: CaseMessage['from']
    text: string
    at: Date
    sent: number
    pictures: CasePicture[]
  }>(
    `select m.author, m.text, m.at, m.pictures as sent, ${PICTURES_OF_MESSAGE} as pictures
     from case_messages m where m.case_id = $1 order by m.seq`,
    [caseId],
  )
  return rows.map(({ author, text, at, sent, pictures }) => ({
    from: author,
    text,
    at: at.toISOString(),
    pictures,
    picturesRemoved: sent - pictures.length,
  }))
}

function toSummary({ lastFrom, lastAt, ...row }: CaseRow): CaseSummary {
  return {
    ...row,
    statusAt: row.statusAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    asksSince: row.asksSince?.toISOString() ?? null,
    lastMessage: { from: lastFrom, at: lastAt.toISOString() },
  }
}
