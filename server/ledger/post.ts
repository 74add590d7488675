import type { OrderId, TransferId, UserId } from '#contract/ids.ts'
import type { Kobo } from '#contract/money.ts'
import { isSqlError, type Transaction } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { HOUSE } from './accounts.ts'

/** Takes `amountKobo` from one account and gives it to another: a transfer made of these cannot be unbalanced. */
export type Movement = { readonly from: string; readonly to: string; readonly amountKobo: Kobo }

export type TransferKind =
  | 'grant'
  | 'deposit'
  | 'pay-in'
  | 'quarantine'
  | 'hold'
  | 'settle'
  | 'release'
  | 'return'
  | 'late-success'
  | 'recall'
  | 'repay'

export type TransferCommand = {
  readonly id: TransferId
  /** Whose rows these are; `house` when no single user is concerned. */
  readonly userId: UserId | typeof HOUSE
  readonly kind: TransferKind
  /** The idempotency key, unique per user for ever. */
  readonly key: string
  /** The order or deposit it is about. */
  readonly subjectId: OrderId | string | null
  readonly movements: readonly Movement[]
  readonly at: Date
}

export type PostedTransfer = { readonly id: string; readonly replayed: boolean }

/**
 * Posts one transfer inside the given transaction: the only writer of the ledger. Movements of zero are left out.
 * The same key with the same movements answers the first transfer and posts nothing.
 *
 * @throws AppError `funds.insufficient` when a user's account would go below zero; nothing is written
 * @throws AppError `idempotency.reused` when the key was used for other movements; nothing is written
 */
export async function postTransfer(tx: Transaction, command: TransferCommand): Promise<PostedTransfer> {
  const movements = command.movements.filter((each) => each.amountKobo !== 0n)
  try {
    const [row] = await tx.query<{ transfer_id: string; replayed: boolean }>(
      'select transfer_id, replayed from ledger_post($1, $2, $3, $4, $5, $6, $7::text[], $8::text[], $9::bigint[])',
      [
        command.userId,
        command.id,
        command.kind,
        command.key,
        command.subjectId,
        command.at,
        movements.map((each) => each.from),
        movements.map((each) => each.to),
        movements.map((each) => each.amountKobo),
      ],
    )
    if (row === undefined) throw new Error('ledger_post answered nothing')
    return { id: row.transfer_id, replayed: row.replayed }
  } catch (error) {
    if (isSqlError(error, 'JL001')) throw new AppError('funds.insufficient', { cause: error })
    if (isSqlError(error, 'JL002')) throw new AppError('idempotency.reused', { cause: error })
    throw error
  }
}
