import { isId, type UserId } from '#contract/ids.ts'
import type { ReceiptAddress } from '#contract/receipts.ts'
import type { TransactionKind } from '#contract/transactions.ts'
import { findTransaction } from '#server/activity/history/list-transactions.ts'
import type { Deps } from '#server/deps.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { newReceiptCode } from './receipt-code.ts'

/**
 * The receipt of a line of the user's own history: the first call creates its code, later calls return it. `showsNames`
 * switches full names on or off. It applies only to payments, whose payer is the user, and is otherwise ignored.
 *
 * @throws AppError `request.not-found` for a line that is not theirs, and for the price of an SMS, which has no receipt
 */
export async function issueReceipt(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'randomBytes'>,
  userId: UserId,
  transactionId: string,
  showsNames?: boolean,
): Promise<{ receipt: ReceiptAddress; isNew: boolean }> {
  const line = isId('txn', transactionId) ? await findTransaction(deps.database, userId, transactionId) : null
  // The price of an SMS is between the user and us: nobody else was paid.
  if (line === null || line.kind === 'sms') throw new AppError('request.not-found')
  const at = deps.clock.now()
  const isNew = await insertReceipt(deps.database, {
    userId,
    transactionId,
    code: newReceiptCode(deps.randomBytes),
    at,
  })
  const isSender = isOrderKind(line.kind)
  if (isSender && showsNames !== undefined) await showNames(deps.database, { userId, transactionId, showsNames })
  const row = await findRow(deps.database, userId, transactionId)
  const receipt = { code: row.code, url: receiptUrl(deps, row.code), showsNames: isSender ? row.showsNames : null }
  return { receipt, isNew }
}

/** Lines of orders have the order's kind; deposits and refunds do not. */
const isOrderKind = (kind: TransactionKind) => Object.hasOwn(KINDS, kind)

async function showNames(sql: Sql, of: { userId: UserId; transactionId: string; showsNames: boolean }): Promise<void> {
  await sql.query('update receipts set shows_names = $3 where user_id = $1 and transaction_id = $2', [
    of.userId,
    of.transactionId,
    of.showsNames,
  ])
}

/** The address of this receipt's public page. */
export function receiptUrl({ config }: Pick<Deps, 'config'>, code: string): string {
  return `${config.publicUrl}/r/${code}`
}

/** False if the receipt exists already. Of several at once, one inserts, and the others wait here for it. */
async function insertReceipt(
  sql: Sql,
  receipt: { userId: UserId; transactionId: string; code: string; at: Date },
): Promise<boolean> {
  const rows = await sql.query(
    `insert into receipts (user_id, transaction_id, code, created_at) values ($1, $2, $3, $4)
     on conflict (user_id, transaction_id) do nothing returning code`,
    [receipt.userId, receipt.transactionId, receipt.code, receipt.at],
  )
  return rows.length > 0
}

async function findRow(
  sql: Sql,
  userId: UserId,
  transactionId: string,
): Promise<{ code: string; showsNames: boolean }> {
  const [row] = await sql.query<{ code: string; showsNames: boolean }>(
    'select code, shows_names as "showsNames" from receipts where user_id = $1 and transaction_id = $2',
    [userId, transactionId],
  )
  if (row === undefined) throw new Error(`no receipt of ${transactionId}`)
  return row
}
