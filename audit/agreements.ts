import { type CheckResult, startCheck } from './checks.ts'
import { type Query, stream, tableExists } from './rows.ts'

/** A decision of two operators: its row, the act they agreed to, and the columns that say when and who. */
type Decision = {
  readonly table: string
  readonly act: string
  readonly at: string
  readonly askedBy: string
  readonly confirmedBy: string
  /** What else the row, `t`, must repeat from the request, `r`. */
  readonly repeats?: string
}

const SET = { at: 'set_at', askedBy: 'set_by', confirmedBy: 'confirmed_by' } as const

const DECISIONS: readonly Decision[] = [
  { table: 'bank_notices', act: 'set-bank-notice', ...SET },
  {
    table: 'bank_notices',
    act: 'end-bank-notice',
    at: 'ended_at',
    askedBy: 'ended_by',
    confirmedBy: 'end_confirmed_by',
  },
  { table: 'channel_versions', act: 'set-channels', ...SET },
  { table: 'price_versions', act: 'set-prices', ...SET },
  { table: 'limit_versions', act: 'set-limits', ...SET },
  { table: 'customer_limits', act: 'set-customer-limit', ...SET },
  { table: 'kind_pauses', act: 'pause-kind', ...SET },
  { table: 'kind_pauses', act: 'resume-kind', at: 'lifted_at', askedBy: 'lifted_by', confirmedBy: 'lift_confirmed_by' },
  {
    table: 'deposits',
    act: 'credit-deposit',
    at: 'credited_at',
    askedBy: 'credited_by',
    confirmedBy: 'confirmed_by',
    repeats: "r.content ->> 'customer' = t.user_id and r.content ->> 'amountKobo' = t.amount_kobo::text",
  },
]

/**
 * I12: what two operators decided stands as they agreed to it: the row names the request's two operators and its time.
 * Triggers ensure this when a row is written, but they are off while a backup is loaded.
 */
export async function auditAgreements(query: Query): Promise<CheckResult[]> {
  const check = startCheck('I12', 'what two operators decided stands as they agreed to it', 'decisions')
  if (!(await tableExists(query, 'customer_limits'))) {
    check.skip('this database has none yet')
    return [check.result()]
  }
  for (const [index, { table, act, at, askedBy, confirmedBy, repeats = 'true' }] of DECISIONS.entries()) {
    const rows = stream(
      query,
      `audit_decisions_${index}`,
      `select t.id, exists (
         select from operator_requests r
         join operators asked on asked.id = r.requested_by join operators confirmed on confirmed.id = r.confirmed_by
         where r.act = '${act}' and r.subject = t.id and r.confirmed_at = t.${at} and asked.id <> confirmed.id
           and asked.name = t.${askedBy} and confirmed.name = t.${confirmedBy} and ${repeats}
       )::text as agreed
       from ${table} t where t.${at} is not null`,
    )
    for await (const { id, agreed } of rows) {
      check.examine()
      if (agreed !== 'true') check.problem(`${table} ${id}: no two operators agreed to this (${act})`)
    }
  }
  return [check.result()]
}
