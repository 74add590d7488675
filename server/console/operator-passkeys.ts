import type { OperatorId, OperatorPasskeyId } from '#contract/ids.ts'
import type { Assertion } from '#contract/passkeys.ts'
import type { Deps } from '#server/deps.ts'
import { ADMITTED, type ProvenOperator } from '#server/identity/operators/operator.ts'
import { type CheckedAssertion, verifyAssertion } from '#server/identity/passkeys/check-assertion.ts'
import { loadWebauthn } from '#server/identity/passkeys/load-webauthn.ts'
import { atConsole } from '#server/identity/passkeys/relying-party.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/** The parts of an operator's passkey that a sign-in needs. */
export type OperatorPasskey = {
  readonly id: OperatorPasskeyId
  readonly operator: ProvenOperator
  readonly publicKey: Uint8Array
  readonly isConfirmed: boolean
}

/** A passkey whose signature was verified. Its use is not counted yet. */
export type CheckedPasskey = CheckedAssertion<OperatorPasskeyId>

/** The passkey with this id, if its operator is active; otherwise null. */
export async function findPasskey(sql: Sql, credentialId: string): Promise<OperatorPasskey | null> {
  const [found] = await sql.query<{
    id: OperatorPasskeyId
    publicKey: Uint8Array
    isConfirmed: boolean
    operatorId: OperatorId
    name: string
    role: ProvenOperator['role']
  }>(
    `select p.id, p.public_key as "publicKey", p.confirmed_at is not null as "isConfirmed",
       o.id as "operatorId", o.name, o.role
     from operator_passkeys p join operators o on o.id = p.operator_id
     where p.credential_id = $1 and p.removed_at is null and ${ADMITTED}`,
    [Buffer.from(credentialId, 'base64url')],
  )
  if (found === undefined) return null
  const { id, publicKey, isConfirmed, operatorId, name, role } = found
  return { id, publicKey, isConfirmed, operator: { id: operatorId, name, role } }
}

/** The passkeys that a browser may use to sign for this operator. */
export async function allowedPasskeys(sql: Sql, operatorId: OperatorId) {
  const rows = await sql.query<{ credentialId: Uint8Array; transports: string[] }>(
    `select credential_id as "credentialId", transports from operator_passkeys
     where operator_id = $1 and removed_at is null order by created_at, id`,
    [operatorId],
  )
  return rows.map(({ credentialId, transports }) => ({
    id: Buffer.from(credentialId).toString('base64url'),
    type: 'public-key' as const,
    transports,
  }))
}

/**
 * Proves that this passkey signed exactly this text.
 *
 * @throws AppError operator.passkey-refused
 */
export async function checkPasskey(
  deps: Pick<Deps, 'config' | 'log'>,
  of: { passkey: OperatorPasskey; text: string; assertion: Assertion },
): Promise<CheckedPasskey> {
  const { id, publicKey, operator } = of.passkey
  // Loaded before the check: a process that cannot load a file must not report a refusal.
  await loadWebauthn()
  try {
    return await verifyAssertion(
      { config: atConsole(deps.config) },
      { ...of, userId: operator.id, passkey: { id, public_key: publicKey } },
    )
  } catch (cause) {
    deps.log.warn({ operatorId: operator.id, reason: reasonOf(cause) }, "an operator's passkey was refused")
    throw new AppError('operator.passkey-refused', { cause })
  }
}

/**
 * Counts a use: the authenticator's counter must increase, or stay at 0 if it does not count. A lower counter means
 * that the passkey was copied. Unlike a user's response, an operator's is never sent again, because its challenge is
 * used up.
 *
 * @throws AppError operator.passkey-refused, also when the passkey was removed meanwhile
 */
export async function countPasskeyUse(
  tx: Transaction,
  { clock, log }: Pick<Deps, 'clock' | 'log'>,
  use: CheckedPasskey,
): Promise<void> {
  const counted = await tx.query(
    `update operator_passkeys set counter = $2, backed_up = $3, last_used_at = $4
     where id = $1 and removed_at is null and confirmed_at is not null and (counter < $2 or (counter = 0 and $2 = 0))
     returning 1`,
    [use.passkeyId, use.counter, use.backedUp, clock.now()],
  )
  if (counted.length > 0) return
  log.warn({ passkeyId: use.passkeyId }, "an operator's passkey counted backwards, or was removed")
  throw new AppError('operator.passkey-refused')
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown'
}
