import type { PasskeyId, UserId } from '#contract/ids.ts'
import type { AssertionOptions, Passkey } from '#contract/passkeys.ts'
import type { Sql } from '#server/platform/db/database.ts'

export type PasskeyRow = {
  readonly id: PasskeyId
  readonly name: string
  readonly credentialId: Uint8Array
  readonly transports: string[]
  readonly backedUp: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

export const PASSKEY_COLUMNS = `id, name, credential_id as "credentialId", transports, backed_up as "backedUp",
  created_at as "createdAt", last_used_at as "lastUsedAt"`

/** The passkeys of an account, oldest first. Bounded by PASSKEYS_MAX. */
export async function listPasskeys(sql: Sql, userId: UserId): Promise<Passkey[]> {
  const rows = await sql.query<PasskeyRow>(
    `select ${PASSKEY_COLUMNS} from passkeys where user_id = $1 order by created_at, id`,
    [userId],
  )
  return rows.map(toPasskey)
}

export function toPasskey({ credentialId, createdAt, lastUsedAt, ...row }: PasskeyRow): Passkey {
  return {
    ...row,
    credentialId: Buffer.from(credentialId).toString('base64url'),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/** Tells a browser which passkeys are acceptable. */
export function descriptorsOf(passkeys: readonly Passkey[]): AssertionOptions['allowCredentials'] {
  return passkeys.map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key', transports }))
}
