import {
  AUDIT_EXPORT_MAX,
  AUDIT_PAGE,
  type AuditAnswer,
  type AuditFilters,
  type AuditLine,
  type AuditQuery,
} from '#contract/console/audit.ts'
import { mayRead } from '#contract/console/permissions.ts'
import { LAGOS_OFFSET_MS } from '#contract/constants.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { csvLine } from '#server/platform/text/csv-text.ts'
import type { ConsoleSession } from './console-session.ts'

const DAY_MS = 24 * 60 * 60_000
const HEADING = [
  'Number',
  'Time (UTC)',
  'Operator',
  'Role',
  'Session',
  'Act',
  'Subject',
  'Reason',
  'Before',
  'After',
  'Request',
  'Operator id',
]

type Row = Omit<AuditLine, 'number' | 'at'> & { readonly number: bigint; readonly at: Date }

/** A page of the record, newest first. Records the look. */
export async function readAudit(deps: Deps, session: ConsoleSession, query: AuditQuery): Promise<AuditAnswer> {
  const { operator: by, where } = session
  const { before, ...filters } = query
  return await deps.database.transaction(async (tx) => {
    const rows = await selectLines(tx, filters, { before: before ?? null, limit: AUDIT_PAGE + 1 })
    const lines = rows.slice(0, AUDIT_PAGE)
    const answer = {
      lines: lines.map(present),
      before: rows.length > AUDIT_PAGE ? (lines.at(-1)?.number.toString() ?? null) : null,
      operators: await tx.query<{ id: string; name: string }>(
        'select id, name from operators where admitted_at is not null order by name, id',
      ),
      acts: (await tx.query<{ act: string }>('select distinct act from operator_audit order by act')).map(
        ({ act }) => act,
      ),
      mayExport: mayRead(by.role, 'export-audit'),
    }
    await addAuditLine(tx, deps, { by, where, act: 'look-at-audit', after: query })
    return answer
  })
}

/**
 * The lines that match these filters as a spreadsheet file, newest first. The export itself is recorded, but appears
 * only in later files.
 *
 * @throws AppError operator.export-too-long
 */
export async function exportAudit(deps: Deps, session: ConsoleSession, filters: AuditFilters): Promise<string> {
  const { operator: by, where } = session
  return await deps.database.transaction(async (tx) => {
    const rows = await selectLines(tx, filters, { before: null, limit: AUDIT_EXPORT_MAX + 1 })
    if (rows.length > AUDIT_EXPORT_MAX) throw new AppError('operator.export-too-long')
    await addAuditLine(tx, deps, { by, where, act: 'export-audit', after: { ...filters, lines: rows.length } })
    return `\uFEFF${csvLine(HEADING)}${rows.map((row) => csvLine(cellsOf(row))).join('')}`
  })
}

function cellsOf(row: Row): string[] {
  const { number, at, operator, operatorId, role, sessionId, act, subject, reason, before, after, requestId } = row
  return [
    number.toString(),
    at.toISOString(),
    operator,
    role,
    sessionId,
    act,
    subject,
    reason,
    before,
    after,
    requestId,
    operatorId,
  ].map((cell) => cell ?? '')
}

function present({ number, at, ...line }: Row): AuditLine {
  return { ...line, number: number.toString(), at: at.toISOString() }
}

async function selectLines(
  sql: Sql,
  filters: AuditFilters,
  of: { before: string | null; limit: number },
): Promise<Row[]> {
  const { operator = null, act = null, from, to } = filters
  return await sql.query<Row>(
    `select a.number, a.at, o.name as operator, a.operator_id as "operatorId", a.role, a.session_id as "sessionId", a.act, a.subject,
       s.name as "subjectName", a.reason, a.before, a.after, a.request_id as "requestId"
     from operator_audit a left join operators o on o.id = a.operator_id left join operators s on s.id = a.subject
     where ($1::text is null or a.operator_id = $1) and ($2::text is null or a.act = $2)
       and ($3::timestamptz is null or a.at >= $3) and ($4::timestamptz is null or a.at < $4)
       and ($5::bigint is null or a.number < $5)
     order by a.number desc limit $6`,
    [operator, act, beginOf(from), endOf(to), of.before, of.limit],
  )
}

function beginOf(day: string | undefined): Date | null {
  if (day === undefined) return null
  const begin = new Date(`${day}T00:00:00.000Z`)
  if (Number.isNaN(begin.getTime())) throw new AppError('request.invalid')
  return new Date(begin.getTime() - LAGOS_OFFSET_MS)
}

function endOf(day: string | undefined): Date | null {
  const begin = beginOf(day)
  return begin === null ? null : new Date(begin.getTime() + DAY_MS)
}
