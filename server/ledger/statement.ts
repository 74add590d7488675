import type { OrderId, TransactionId, UserId } from '#contract/ids.ts'
import { formatNaira } from '#contract/money.ts'
import type { TransactionKind, TransactionStatus } from '#contract/transactions.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { rowsAsJson, type Write } from '#server/platform/db/rows.ts'

/** One line of a person's history, written in the transaction that posts its money. */
export type StatementLine = {
  readonly id: TransactionId
  readonly userId: UserId
  readonly kind: TransactionKind
  readonly title: string
  readonly counterparty: string | null
  readonly counterpartyDetail: string | null
  /** Signed kobo, without fee and duty. */
  readonly amountKobo: bigint
  readonly feeKobo?: bigint
  readonly dutyKobo?: bigint
  /** How much less than the amount was paid. */
  readonly discountKobo?: bigint
  readonly status: TransactionStatus
  readonly orderId?: OrderId
  /** The line of a second refund: the order was refunded, then paid after all, and then reversed. */
  readonly isSecondRefund?: boolean
  readonly depositId?: string
  readonly at: Date
}

/** Adds a line to a user's history. */
export async function addStatementLine(tx: Transaction, line: StatementLine): Promise<void> {
  const { text, params } = statementLines([line])
  await tx.query(text, params)
}

/** The statement that adds history lines, of any users. */
export function statementLines(lines: readonly StatementLine[]): Write {
  const rows = lines.map((line) => ({
    user_id: line.userId,
    id: line.id,
    kind: line.kind,
    title: line.title,
    counterparty: line.counterparty,
    counterparty_detail: line.counterpartyDetail,
    amount_kobo: line.amountKobo,
    fee_kobo: line.feeKobo ?? 0n,
    duty_kobo: line.dutyKobo ?? 0n,
    discount_kobo: line.discountKobo ?? 0n,
    status: line.status,
    order_id: line.orderId ?? null,
    deposit_id: line.depositId ?? null,
    is_second_refund: line.isSecondRefund ?? false,
    search: searchText(line),
    created_at: line.at,
    updated_at: line.at,
  }))
  return {
    text: `insert into transactions (${WRITTEN}) select ${WRITTEN} from json_populate_recordset(null::transactions, $1::json)`,
    params: [rowsAsJson(rows)],
  }
}

const WRITTEN = `user_id, id, kind, title, counterparty, counterparty_detail, amount_kobo, fee_kobo, duty_kobo, discount_kobo,
  status, order_id, deposit_id, is_second_refund, search, created_at, updated_at`

/** Sets the status of a history line to that of its order. */
export async function setStatementStatus(
  tx: Transaction,
  line: { userId: string; id: string; status: TransactionStatus; at: Date },
): Promise<void> {
  await tx.query('update transactions set status = $3, updated_at = $4 where user_id = $1 and id = $2', [
    line.userId,
    line.id,
    line.status,
    line.at,
  ])
}

/** Sets the status of the line that a late success added. It has the same kind as the order's first line. */
export async function setLateStatus(
  tx: Transaction,
  line: {
    userId: string
    orderId: string
    kind: TransactionKind
    firstId: string
    status: TransactionStatus
    at: Date
  },
): Promise<void> {
  await tx.query(
    `update transactions set status = $5, updated_at = $6
     where user_id = $1 and order_id = $2 and kind = $3 and id <> $4`,
    [line.userId, line.orderId, line.kind, line.firstId, line.status, line.at],
  )
}

function searchText(line: StatementLine): string {
  return [line.title, line.counterparty, line.counterpartyDetail, formatNaira(line.amountKobo), line.orderId]
    .filter((part) => part != null)
    .join(' ')
    .toLowerCase()
}
