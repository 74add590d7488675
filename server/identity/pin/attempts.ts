import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { PIN_WAIT_MS, PIN_WRONG_BEFORE_OFF, PIN_WRONG_BEFORE_WAIT, PIN_WRONG_PER_DAY } from '#contract/constants.ts'
import type { DeviceId, UserId } from '#contract/ids.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { keyIds, keyRing } from '#server/platform/crypto/keys.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** One PIN attempt: the proof made by the user's device. */
export type PinAttempt = { readonly userId: UserId; readonly deviceId: DeviceId; readonly pinProof: string }

/** How often it was wrong, this try included. It was right when `wrongInRow` is 0. */
export type CountedAttempt = { readonly wrongInRow: number; readonly wrongToday: number }

/** The PIN was wrong and is counted. If `tried` is undefined, nothing was compared. */
export class WrongPinError extends Error {
  override readonly name = 'PinNotRightError'
  readonly tried: CountedAttempt | undefined

  constructor(tried: CountedAttempt | undefined) {
    super('the PIN was not right')
    this.tried = tried
  }
}

/** Null where the PIN was right. */
export function wrongPinOf(tried: CountedAttempt | undefined): WrongPinError | null {
  return tried?.wrongInRow === 0 ? null : new WrongPinError(tried)
}

/**
 * Checks several accounts' PINs against the limits and the stored PINs, and counts the attempts. Returns one result
 * each, in order; undefined where a limit prevented the comparison, or this device has no PIN.
 *
 * The limit, the comparison and the count are one statement. It takes the row's lock, so concurrent tries run one at a
 * time, and right PINs sent in parallel do not use up each other's tries. A refused attempt compares nothing. No caller
 * may learn a result before its count is committed.
 *
 * The comparison is between two HMACs under a key the caller does not have, so its timing reveals nothing about the
 * PIN. During a change of secret either key matches, and a right PIN is rehashed with the current one.
 */
export async function countPinAttempts(
  sql: Sql,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tries: readonly PinAttempt[],
): Promise<(CountedAttempt | undefined)[]> {
  if (tries.length === 0) return []
  const now = deps.clock.now()
  const [present, before] = keyRing(deps.keys).map((keys) =>
    tries.map(({ pinProof }) => hashPinProof({ keys }, pinProof)),
  )
  const counted = await sql.query<CountedAttempt & Pick<PinAttempt, 'userId' | 'deviceId'>>(COUNT, [
    tries.map(({ userId }) => userId),
    tries.map(({ deviceId }) => deviceId),
    present,
    now,
    new Date(now.getTime() + PIN_WAIT_MS),
    new Date(now.getTime() - DAY_MS),
    new Date(now.getTime() + DAY_MS),
    PIN_WRONG_BEFORE_WAIT,
    PIN_WRONG_BEFORE_OFF,
    PIN_WRONG_PER_DAY,
    before ?? present,
    deps.keys.id,
    keyIds(deps.keys),
  ])
  return tries.map(({ userId, deviceId }) => {
    const row = counted.find((each) => each.userId === userId && each.deviceId === deviceId)
    return row && { wrongInRow: row.wrongInRow, wrongToday: row.wrongToday }
  })
}

/** A PIN proof contains the device's 256-bit secret, so a fast keyed hash is as good as a slow one. */
export function hashPinProof(deps: Pick<Deps, 'keys'>, pinProof: string): Uint8Array {
  return createHmac('sha256', imported(deps.keys.pinPepper)).update(pinProof, 'utf8').digest()
}

// Importing a key costs more than hashing with it.
const kept = new WeakMap<Uint8Array, KeyObject>()

function imported(pepper: Uint8Array): KeyObject {
  const key = kept.get(pepper) ?? createSecretKey(pepper)
  kept.set(pepper, key)
  return key
}

const COUNT = `with given as (
    select locked.user_id, locked.device_id, given.hash, array[given.hash, given.before] as hashes
    from unnest($1::text[], $2::text[], $3::bytea[], $11::bytea[]) as given (user_id, device_id, hash, before)
    join pins locked on locked.user_id = given.user_id and locked.device_id = given.device_id
    order by locked.user_id, locked.device_id for update of locked
  ), tried as (
    update pins p set
      pin_hash = case when p.pin_hash = any(hashes) then given.hash else p.pin_hash end,
      key_id = case when p.pin_hash = any(hashes) then $12 else p.key_id end,
      wrong_in_row = case when p.pin_hash = any(hashes) then 0 else wrong_in_row + 1 end,
      wait_until = case when p.pin_hash <> all(hashes) and wrong_in_row + 1 >= $8 then $5::timestamptz end,
      wrong_at = array(select wrong from unnest(wrong_at) wrong where wrong > $6)
        || case when p.pin_hash = any(hashes) then '{}'::timestamptz[] else array[$4::timestamptz] end
    from given
    where p.user_id = given.user_id and p.device_id = given.device_id and p.pin_hash is not null
      and (p.key_id is null or p.key_id = any($13))
      and wrong_in_row < $9
      and (wait_until is null or wait_until <= $4)
      and (select count(*) from unnest(wrong_at) wrong where wrong > $6) < $10
    returning p.user_id, p.device_id, wrong_in_row, cardinality(wrong_at) as wrong_today
  ), frozen as (
    update users set money_out_frozen_until = greatest(money_out_frozen_until, $7)
    where id in (select user_id from tried where wrong_in_row > 0 and wrong_today >= $10)
  )
  select user_id as "userId", device_id as "deviceId", wrong_in_row as "wrongInRow", wrong_today as "wrongToday" from tried`
