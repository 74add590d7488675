import { createHmac, createPublicKey } from 'node:crypto'
import { type DeviceId, isId, type PushSubscriptionId, type UserId } from '#contract/ids.ts'
import type { PushSubscriptionShown, SubscribeBody } from '#contract/push.ts'
import {
  PUSH_AUTH_LENGTH,
  PUSH_ENDPOINT_MAX_LENGTH,
  PUSH_KEY_LENGTH,
  PUSH_SUBSCRIPTIONS_MAX,
} from '#contract/push-limits.ts'
import type { Deps } from '#server/deps.ts'
import type { Session } from '#server/identity/sessions/session.ts'
import { type Keys, keyRing, requireKeys } from '#server/platform/crypto/keys.ts'
import { decrypt, encrypt, reEncrypt } from '#server/platform/crypto/seal.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { PUSH_COUNTS } from '#server/tables/alerts.ts'
import { isPushService, whyNoPushService } from './push-service.ts'
import type { Subscription } from './web-push.ts'

type SubscribeDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'keys' | 'log' | 'newId' | 'randomBytes'>
type Asking = Pick<Session, 'userId' | 'deviceId'>

type Row = {
  readonly id: PushSubscriptionId
  readonly device_id: DeviceId
  readonly browser: string | null
  readonly created_at: Date
  readonly last_sent_at: Date | null
  readonly ended_at: Date | null
}

/** A browser to send to. `waitUntil`: its push service asked not to be called before. */
export type Reachable = {
  readonly id: PushSubscriptionId
  readonly subscription: Subscription
  readonly waitUntil: Date | null
}

/** The account's browsers with push, oldest first. Bounded by PUSH_SUBSCRIPTIONS_MAX. */
export async function listSubscriptions(sql: Sql, { userId, deviceId }: Asking): Promise<PushSubscriptionShown[]> {
  const rows = await sql.query<Row>(
    `select id, device_id, browser, created_at, last_sent_at, ended_at from push_subscriptions t
     where user_id = $1 and ${PUSH_COUNTS} order by created_at, id`,
    [userId],
  )
  return rows.map((row) => toShown(row, deviceId))
}

/**
 * Turns push on for this session's browser. Repeating it has no effect. A browser that belonged to another account is
 * taken from it, and beyond PUSH_SUBSCRIPTIONS_MAX the oldest is removed.
 *
 * @throws AppError push.no-service · push.service-ended · push.service-unknown · push.keys-invalid
 */
export async function subscribe(
  deps: SubscribeDeps,
  session: Asking,
  { browser, ...unchecked }: SubscribeBody & { readonly browser: string | null },
): Promise<PushSubscriptionShown> {
  const subscription = readSubscription(deps, unchecked)
  const { userId, deviceId } = session
  const row = await deps.database.transaction(async (tx) => {
    await tx.query('select 1 from users where id = $1 for no key update', [userId])
    const id = (await findOwn(tx, deps, session, subscription)) ?? deps.newId('psh')
    await removeOthers(tx, deps, subscription.endpoint, id)
    await removeEnded(tx, session, id)
    const written = await write(tx, deps, { id, userId, deviceId, browser, subscription })
    await removeSurplus(tx, userId)
    return written
  })
  deps.log.info({ userId, deviceId, subscription: row.id }, 'push turned on')
  return toShown(row, deviceId)
}

/** @throws AppError push.not-found */
export async function removeSubscription(
  deps: Pick<Deps, 'database' | 'log'>,
  { userId }: Asking,
  subscriptionId: string,
): Promise<void> {
  if (!isId('psh', subscriptionId)) throw new AppError('push.not-found')
  const removed = await deps.database.query(
    'delete from push_subscriptions where user_id = $1 and id = $2 returning id',
    [userId, subscriptionId],
  )
  if (removed.length === 0) throw new AppError('push.not-found')
  deps.log.info({ userId, subscription: subscriptionId }, 'push turned off')
}

/** The push addresses of the person's browsers. */
export async function findReachable(deps: Pick<Deps, 'database' | 'keys'>, userId: UserId): Promise<Reachable[]> {
  const rows = await deps.database.query<{
    id: PushSubscriptionId
    box: Uint8Array
    key_id: string
    wait_until: Date | null
  }>(
    `select id, box, key_id, wait_until from push_subscriptions t
     where user_id = $1 and ended_at is null and ${PUSH_COUNTS} order by created_at, id`,
    [userId],
  )
  return rows.map(({ id, box, key_id, wait_until }) => ({
    id,
    subscription: JSON.parse(decrypt(placeOf(requireKeys(deps.keys, key_id), id), box)),
    waitUntil: wait_until,
  }))
}

/** Re-encrypts up to `limit` subscriptions that are sealed under old keys, and rehashes them. Returns how many there were. */
export async function reEncryptSubscriptions(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'randomBytes'>,
  limit: number,
): Promise<number> {
  const rows = await tx.query<{ id: PushSubscriptionId; box: Uint8Array; key_id: string }>(
    'select id, box, key_id from push_subscriptions where key_id <> $1 order by user_id, id limit $2 for update',
    [deps.keys.id, limit],
  )
  for (const { id, box, key_id } of rows) {
    const place = { from: placeOf(requireKeys(deps.keys, key_id), id), to: placeOf(deps.keys, id) }
    const { endpoint }: Subscription = JSON.parse(decrypt(place.from, box))
    await tx.query('update push_subscriptions set box = $2, endpoint_hash = $3, key_id = $4 where id = $1', [
      id,
      reEncrypt(place, deps.randomBytes, box),
      hashOf(deps.keys, endpoint),
      deps.keys.id,
    ])
  }
  return rows.length
}

function readSubscription({ config }: Pick<Deps, 'config'>, { endpoint, p256dh, auth }: SubscribeBody): Subscription {
  if (endpoint.length > PUSH_ENDPOINT_MAX_LENGTH) throw new AppError('push.service-unknown')
  if (!isPushService(endpoint, config.sandboxUrl)) throw new AppError(whyNoPushService(endpoint))
  if (!isPoint(p256dh) || !isBase64url(auth, PUSH_AUTH_LENGTH)) throw new AppError('push.keys-invalid')
  return { endpoint, p256dh, auth }
}

const isBase64url = (text: string, length: number) => text.length === length && /^[A-Za-z0-9_-]+$/.test(text)

/** Whether the text encodes a point on P-256: 4, x and y. */
function isPoint(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  if (!isBase64url(text, PUSH_KEY_LENGTH) || bytes[0] !== 4) return false
  const [x, y] = [bytes.subarray(1, 33).toString('base64url'), bytes.subarray(33).toString('base64url')]
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
    return true
  } catch {
    return false
  }
}

/** This device's existing row for the endpoint. */
async function findOwn(
  tx: Transaction,
  { keys }: Pick<Deps, 'keys'>,
  { userId, deviceId }: Asking,
  { endpoint }: Subscription,
): Promise<PushSubscriptionId | null> {
  const [row] = await tx.query<{ id: PushSubscriptionId }>(
    'select id from push_subscriptions where user_id = $1 and device_id = $2 and endpoint_hash = any($3::bytea[]) for update',
    [userId, deviceId, hashesOf(keys, endpoint)],
  )
  return row?.id ?? null
}

async function removeOthers(
  tx: Transaction,
  { keys }: Pick<Deps, 'keys'>,
  endpoint: string,
  id: PushSubscriptionId,
): Promise<void> {
  await tx.query('delete from push_subscriptions where endpoint_hash = any($1::bytea[]) and id <> $2', [
    hashesOf(keys, endpoint),
    id,
  ])
}

/** Removes this device's ended subscriptions. */
async function removeEnded(tx: Transaction, { userId, deviceId }: Asking, id: PushSubscriptionId): Promise<void> {
  await tx.query(
    'delete from push_subscriptions where user_id = $1 and device_id = $2 and ended_at is not null and id <> $3',
    [userId, deviceId, id],
  )
}

type NewRow = Asking & {
  readonly id: PushSubscriptionId
  readonly browser: string | null
  readonly subscription: Subscription
}

/** If two accounts subscribe with one browser at once, the later one gets it. */
async function write(tx: Transaction, deps: SubscribeDeps, of: NewRow): Promise<Row> {
  const { keys, randomBytes } = deps
  const box = encrypt(placeOf(keys, of.id), randomBytes, JSON.stringify(of.subscription))
  const [row] = await tx.query<Row>(
    `insert into push_subscriptions (user_id, id, device_id, endpoint_hash, box, key_id, browser, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (endpoint_hash) do update set user_id = excluded.user_id, id = excluded.id,
       device_id = excluded.device_id, box = excluded.box, key_id = excluded.key_id, browser = excluded.browser,
       created_at = case when push_subscriptions.id = excluded.id then push_subscriptions.created_at else excluded.created_at end,
       last_sent_at = case when push_subscriptions.id = excluded.id then push_subscriptions.last_sent_at end, wait_until = null,
       ended_at = null
     returning id, device_id, browser, created_at, last_sent_at, ended_at`,
    [of.userId, of.id, of.deviceId, hashOf(keys, of.subscription.endpoint), box, keys.id, of.browser, deps.clock.now()],
  )
  if (row === undefined) throw new Error('a push subscription was not written')
  return row
}

async function removeSurplus(tx: Transaction, userId: UserId): Promise<void> {
  await tx.query(
    `delete from push_subscriptions where user_id = $1 and id not in (
       select id from push_subscriptions where user_id = $1
       order by ended_at is null desc, created_at desc, id desc limit $2)`,
    [userId, PUSH_SUBSCRIPTIONS_MAX],
  )
}

function toShown(row: Row, deviceId: DeviceId): PushSubscriptionShown {
  return {
    id: row.id,
    browser: row.browser,
    current: row.device_id === deviceId,
    createdAt: row.created_at.toISOString(),
    lastSentAt: row.last_sent_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}

function hashOf({ pushKey }: Keys, endpoint: string): Uint8Array {
  return new Uint8Array(createHmac('sha256', pushKey).update(`endpoint\n${endpoint}`).digest())
}

/** The endpoint's hashes, under the current keys and, while the secret is changed, the previous ones. */
function hashesOf(keys: Keys, endpoint: string): Uint8Array[] {
  return keyRing(keys).map((each) => hashOf(each, endpoint))
}

const placeOf = (keys: Keys, id: PushSubscriptionId) => ({ key: keys.boxKey, boundTo: `push\n${id}` })
