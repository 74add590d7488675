import type { EmailId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import { type Keys, requireKeys } from '#server/platform/crypto/keys.ts'
import { decrypt, encrypt, reEncrypt } from '#server/platform/crypto/seal.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import type { QueuedEmail } from './email-kinds.ts'

type QueueDeps = Pick<Deps, 'clock' | 'keys' | 'newId' | 'randomBytes'>

/**
 * Queues an email in the transaction that makes it necessary: it is sent if and only if that commits, at once or when
 * due. Its content is sealed until then, including codes and links.
 */
export async function queueEmail(sql: Sql, deps: QueueDeps, mail: QueuedEmail, dueAt?: Date): Promise<void> {
  const id = deps.newId('mai')
  const now = deps.clock.now()
  const box = encrypt(placeOf(deps.keys, id), deps.randomBytes, JSON.stringify(mail.content))
  await sql.query('insert into emails (id, user_id, kind, box, created_at, key_id) values ($1, $2, $3, $4, $5, $6)', [
    id,
    mail.userId,
    mail.kind,
    box,
    now,
    deps.keys.id,
  ])
  await enqueue(sql, { kind: 'email', subjectId: id, userId: mail.userId, dueAt: dueAt ?? now, now })
}

/** An email that waits, or null when it was sent, dropped or given up. */
export async function findWaitingEmail(sql: Sql, deps: Pick<Deps, 'keys'>, id: EmailId): Promise<WaitingMail | null> {
  const [row] = await sql.query<{
    user_id: QueuedEmail['userId']
    kind: QueuedEmail['kind']
    box: Uint8Array
    key_id: string | null
    created_at: Date
  }>("select user_id, kind, box, key_id, created_at from emails where id = $1 and state = 'waiting'", [id])
  if (row === undefined) return null
  const content = JSON.parse(decrypt(placeOf(requireKeys(deps.keys, row.key_id), id), row.box))
  return { mail: { userId: row.user_id, kind: row.kind, content }, createdAt: row.created_at }
}

/** Re-encrypts up to `limit` queued emails that are sealed under old keys. Returns how many there were. */
export async function reEncryptEmails(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'randomBytes'>,
  limit: number,
): Promise<number> {
  const rows = await tx.query<{ id: EmailId; box: Uint8Array; key_id: string }>(
    `select id, box, key_id from emails where state = 'waiting' and key_id <> $1 order by id limit $2 for update`,
    [deps.keys.id, limit],
  )
  for (const { id, box, key_id } of rows) {
    const place = { from: placeOf(requireKeys(deps.keys, key_id), id), to: placeOf(deps.keys, id) }
    await tx.query('update emails set box = $2, key_id = $3 where id = $1', [
      id,
      reEncrypt(place, deps.randomBytes, box),
      deps.keys.id,
    ])
  }
  return rows.length
}

type WaitingMail = { readonly mail: QueuedEmail; readonly createdAt: Date }

const placeOf = (keys: Keys, id: EmailId) => ({ key: keys.boxKey, boundTo: `mail\n${id}` })
