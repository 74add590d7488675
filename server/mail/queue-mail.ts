import type { MailId } from '#contract/ids.ts'
import type { Sql } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { enqueue } from '../jobs/queue.ts'
import { openSealed, seal } from '../seal.ts'
import type { Mail } from './letter.ts'

type QueueDeps = Pick<Deps, 'clock' | 'keys' | 'newId' | 'randomBytes'>

/**
 * Puts a letter in line, in the transaction that makes it necessary: it is sent if and only if that commits. What it is
 * written from is sealed until then, codes and links in it included.
 */
export async function queueMail(sql: Sql, deps: QueueDeps, mail: Mail): Promise<void> {
  const id = deps.newId('mai')
  const now = deps.clock.now()
  const box = seal(placeOf(deps, id), deps.randomBytes, JSON.stringify(mail.content))
  await sql.query('insert into mails (id, user_id, kind, box, created_at) values ($1, $2, $3, $4, $5)', [
    id,
    mail.userId,
    mail.kind,
    box,
    now,
  ])
  await enqueue(sql, { kind: 'mail', subjectId: id, userId: mail.userId, dueAt: now, now })
}

/** A letter that waits, or null when it was sent, dropped or given up. */
export async function findWaitingMail(sql: Sql, deps: Pick<Deps, 'keys'>, id: MailId): Promise<WaitingMail | null> {
  const [row] = await sql.query<{
    user_id: Mail['userId']
    kind: Mail['kind']
    box: Uint8Array
    created_at: Date
  }>("select user_id, kind, box, created_at from mails where id = $1 and state = 'waiting'", [id])
  if (row === undefined) return null
  const content = JSON.parse(openSealed(placeOf(deps, id), row.box))
  return { mail: { userId: row.user_id, kind: row.kind, content }, createdAt: row.created_at }
}

type WaitingMail = { readonly mail: Mail; readonly createdAt: Date }

const placeOf = ({ keys }: Pick<Deps, 'keys'>, id: MailId) => ({ key: keys.boxKey, boundTo: `mail\n${id}` })
