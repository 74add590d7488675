import type { ErrorCode } from '#contract/errors.ts'
import type { OrderId, TransferId, UserId } from '#contract/ids.ts'
import type { Kobo } from '#contract/money.ts'
import { isSqlError, type Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import type { HOUSE } from './accounts.ts'

/** Moves `amountKobo` from one account to another. A transfer made of movements cannot be unbalanced. */
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
  | 'restore'
  | 'repay'
  | 'sms'

export type TransferCommand = {
  readonly id: TransferId
  /** The owner of the rows; `house` when the transfer concerns no single user. */
  readonly userId: UserId | typeof HOUSE
  readonly kind: TransferKind
  /** The idempotency key, unique per user forever. */
  readonly key: string
  /** The order or deposit it is about. */
  readonly subjectId: OrderId | string | null
  readonly movements: readonly Movement[]
  readonly at: Date
}

export type PostedTransfer = { readonly id: string; readonly replayed: boolean }

/**
 * Posts one transfer inside the given transaction: the only writer of the ledger. Movements of zero are left out.
 * The same key with the same movements returns the first transfer and posts nothing.
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

/** A transfer of one movement: what ledger_post_together takes. */
export type SimpleTransfer = Omit<TransferCommand, 'movements'> & { readonly movement: Movement }

const REFUSALS: Readonly<Record<string, ErrorCode>> = { JL001: 'funds.insufficient', JL002: 'idempotency.reused' }
/** The transfer would open an account, so it is posted on its own. */
const UNOPENED = 'JL004'

/**
 * Posts transfers of one movement each in the given transaction, in a few statements for all of them. Each gets its own
 * result, in the order given: a transfer refused with `funds.insufficient` or `idempotency.reused` writes nothing.
 * Otherwise like postTransfer.
 *
 * @throws when a unique index refuses (a second hold of an order, one key twice among these); the transaction is then
 *   aborted
 */
export async function postTransfers(
  tx: Transaction,
  commands: readonly SimpleTransfer[],
): Promise<(PostedTransfer | AppError)[]> {
  if (commands.length === 0) return []
  const rows = await tx.query<{ place: number; transfer_id: string; replayed: boolean; refusal: string | null }>(
    `select place, transfer_id, replayed, refusal from ledger_post_together($1::text[], $2::text[], $3::text[], $4::text[],
       $5::text[], $6::timestamptz[], $7::text[], $8::text[], $9::bigint[]) order by place`,
    [
      commands.map((each) => each.userId),
      commands.map((each) => each.id),
      commands.map((each) => each.kind),
      commands.map((each) => each.key),
      commands.map((each) => each.subjectId),
      commands.map((each) => each.at),
      commands.map((each) => each.movement.from),
      commands.map((each) => each.movement.to),
      commands.map((each) => each.movement.amountKobo),
    ],
  )
  const posted: (PostedTransfer | AppError)[] = []
  for (const [i, command] of commands.entries()) {
    const row = rows[i]
    if (row === undefined) throw new Error('ledger_post_together did not answer for each transfer')
    posted.push(row.refusal === UNOPENED ? await openAndPost(tx, command) : answerOf(row))
  }
  return posted
}

function answerOf(row: { transfer_id: string; replayed: boolean; refusal: string | null }): PostedTransfer | AppError {
  if (row.refusal === null) return { id: row.transfer_id, replayed: row.replayed }
  const code = REFUSALS[row.refusal]
  if (code === undefined) throw new Error(`not a valid transfer (${row.refusal})`)
  return new AppError(code)
}

/** An account that was never opened has no money. This is checked first, because a refusal aborts the transaction. */
async function openAndPost(
  tx: Transaction,
  { movement, ...command }: SimpleTransfer,
): Promise<PostedTransfer | AppError> {
  const [opened] = await tx.query<{ covered: boolean }>(
    `select ledger_is_house($1) or ledger_sign_rule($1) is distinct from 1
       or exists (select from ledger_accounts where user_id = ledger_owner($1, $2) and id = $1 and balance >= $3) as covered`,
    [movement.from, command.userId, movement.amountKobo],
  )
  if (opened?.covered !== true) return new AppError('funds.insufficient')
  return await postTransfer(tx, { ...command, movements: [movement] })
}
