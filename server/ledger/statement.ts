import type { OrderId, TransactionId, UserId } from '#contract/ids.ts'
import { formatNaira } from '#contract/money.ts'
import type { TransactionKind, TransactionStatus } from '#contract/transactions.ts'
import type { Transaction } from '../db/database.ts'

/** One line of a person's history. Written in the transaction that posts the money it tells about. */
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
  /** What was paid less than the amount. */
  readonly discountKobo?: bigint
  readonly status: TransactionStatus
  readonly orderId?: OrderId
  readonly depositId?: string
  readonly at: Date
}

/** Adds a line to a user's history. */
export async function addStatementLine(tx: Transaction, line: StatementLine): Promise<void> {
  await tx.query(
    `insert into transactions (user_id, id, kind, title, counterparty, counterparty_detail, amount_kobo, fee_kobo,
       duty_kobo, discount_kobo, status, order_id, deposit_id, search, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15)`,
    [
      line.userId,
      line.id,
      line.kind,
      line.title,
      line.counterparty,
      line.counterpartyDetail,
      line.amountKobo,
      line.feeKobo ?? 0n,
      line.dutyKobo ?? 0n,
      line.discountKobo ?? 0n,
      line.status,
      line.orderId ?? null,
      line.depositId ?? null,
      searchText(line),
      line.at,
    ],
  )
}

/** Gives a line the status its order has reached. */
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

function searchText(line: StatementLine): string {
  return [line.title, line.counterparty, line.counterpartyDetail, formatNaira(line.amountKobo), line.orderId]
    .filter((part) => part != null)
    .join(' ')
    .toLowerCase()
}
