import type { UserId } from '#contract/ids.ts'
import type { TransactionKind, TransactionStatus } from '#contract/transactions.ts'
import { transferIdsSince } from '#server/ledger/posted-since.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Span, StatementLine } from './statement.ts'

type LineRow = {
  readonly at: Date
  readonly totalKobo: bigint
  readonly reference: string | null
  /** The kind of its history line; null if there is none. */
  readonly kind: TransactionKind | null
  readonly title: string
  readonly counterparty: string | null
  readonly detail: string | null
  readonly amountKobo: bigint
  readonly feeKobo: bigint
  readonly dutyKobo: bigint
  readonly discountKobo: bigint
  readonly status: TransactionStatus
  readonly search: string
}

export type FoundLine = Omit<StatementLine, 'balanceKobo'> & { readonly search: string }

/**
 * Every ledger transfer that changed what a user can spend, oldest first, up to a limit, with the words of its history
 * line. The amount is the ledger's: a hold takes the money out, a release or a return brings it back.
 */
export async function listLines(sql: Sql, userId: UserId, span: Span, limit: number): Promise<FoundLine[]> {
  const rows = await sql.query<LineRow>(
    `with moved as (
       select transfer_id, min(posted_at) as at, min(seq) as seq, sum(amount)::bigint as total from ledger_entries
       where user_id = $1 and transfer_id >= $3 and posted_at >= $4 and posted_at < $5
         and seq is not null and account_id <> $2
       group by transfer_id having sum(amount) <> 0
       -- Within one instant an account's own numbers say what came first.
       order by at, seq, transfer_id limit $6
     )
     select moved.at, moved.total as "totalKobo", coalesce(o.reference, h.id) as reference, h.kind,
       h.title, h.counterparty, h.counterparty_detail as detail, h.amount_kobo as "amountKobo", h.fee_kobo as "feeKobo",
       h.duty_kobo as "dutyKobo", h.discount_kobo as "discountKobo", h.status, h.search
     from moved
     join ledger_transfers t on t.user_id = $1 and t.id = moved.transfer_id
     left join deposits d on d.id = t.subject_id and d.user_id = $1
     left join orders o on o.user_id = $1 and o.id = t.subject_id
     left join transactions r on r.user_id = $1 and r.order_id = t.subject_id and r.kind = 'refund'
       and r.is_second_refund = (t.kind = 'return' and o.returned_late)
     left join transactions h on h.user_id = $1 and h.id = case
       when t.kind in ('release', 'return') then r.id
       when t.kind = 'recall' then (
         select b.id from transactions b where b.user_id = $1 and b.deposit_id = t.subject_id and b.kind = 'recall'
       )
       when t.kind = 'late-success' then (
         select l.id from transactions l
         where l.user_id = $1 and l.order_id = t.subject_id and l.kind = o.kind and l.id <> o.transaction_id
       )
       when t.kind = 'restore' then (
         select max(l.id) from transactions l where l.user_id = $1 and l.deposit_id = t.subject_id and l.kind = 'deposit'
       )
       when t.kind = 'sms' then (
         select m.transaction_id from sms_messages m where m.user_id = $1 and m.alert_id = t.subject_id
       )
       when t.kind = 'grant' then (
         select g.id from transactions g where g.user_id = $1 and g.kind = 'grant' order by g.id limit 1
       )
       else coalesce(d.transaction_id, o.transaction_id)
     end
     order by moved.at, moved.seq, moved.transfer_id`,
    [userId, span.heldAccount, transferIdsSince(span.from), span.from, span.until, limit],
  )
  return rows.map(toLine)
}

/** The history's amounts if they agree with the ledger; otherwise only the ledger's amount. */
function toLine({ kind, ...row }: LineRow): FoundLine {
  const { at, totalKobo } = row
  if (kind === null) return { ...unknownLine(totalKobo), at, totalKobo }
  const { amountKobo, feeKobo, dutyKobo, discountKobo } = row
  const agrees = amountKobo - feeKobo - dutyKobo + discountKobo === totalKobo
  const figures = agrees ? { amountKobo, feeKobo, dutyKobo, discountKobo } : only(totalKobo)
  return { ...row, ...figures, kind, reference: row.reference ?? '' }
}

function only(amountKobo: bigint) {
  return { amountKobo, feeKobo: 0n, dutyKobo: 0n, discountKobo: 0n }
}

/** A booking without a history line. */
function unknownLine(totalKobo: bigint): Omit<FoundLine, 'at' | 'totalKobo'> {
  const title = totalKobo < 0n ? 'Money out' : 'Money in'
  return {
    kind: null,
    title,
    counterparty: null,
    detail: null,
    reference: '',
    status: 'completed',
    ...only(totalKobo),
    search: title.toLowerCase(),
  }
}
