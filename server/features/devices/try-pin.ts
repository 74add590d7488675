import { PIN_WAIT_MS, PIN_WRONG_BEFORE_OFF, PIN_WRONG_BEFORE_WAIT, PIN_WRONG_PER_DAY } from '#contract/constants.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { together } from '../../db/together.ts'
import { keyIds, keyRing } from '../../keys.ts'
import { tellOwner } from '../account-events/tell-owner.ts'
import type { ApprovalPurpose } from './device-key.ts'
import type { OnDevice } from './on-device.ts'
import { hashPinProof } from './set-pin.ts'

type PinDeps = Pick<Deps, 'clock' | 'database' | 'keys' | 'log' | 'newId' | 'randomBytes' | 'wakeWorker'>
type Tried = { wrong_in_row: number; wrong_today: number }

/**
 * Checks one PIN against the limits and against the PIN, and counts it.
 *
 * @throws AppError pin.wrong with triesLeft · pin.wait with retryAfterS · pin.off · pin.frozen (but for unlocking) · pin.not-set
 */
export async function tryPin(
  deps: PinDeps,
  session: OnDevice,
  of: { purpose: ApprovalPurpose; pinProof: string },
): Promise<void> {
  const now = deps.clock.now()
  const { id, userId, deviceId } = session
  const tried = await countAndCompare(deps, { id, userId, deviceId, pinProof: of.pinProof })
  if (tried === undefined) throw await explainRefusal(deps, session, of.purpose, now)
  if (tried.wrong_in_row === 0) return
  deps.log.warn({ userId: session.userId, deviceId: session.deviceId, ...tried }, 'wrong PIN')
  if (tried.wrong_in_row >= PIN_WRONG_BEFORE_OFF) {
    await deps.database.transaction((tx) => tellOwner(tx, deps, { ...session, kind: 'pin-off' }))
    deps.wakeWorker()
  }
  throw wrongPin(tried, of.purpose)
}

/**
 * The limit, the comparison and the count are one statement: it takes the row's lock, so tries come one after another
 * however many arrive at once; a refused try compares nothing; and no answer leaves before the count is on the disk.
 * It also means that right PINs sent in parallel do not use up each other's tries. What is compared are two HMACs
 * under a key the caller does not have, so the time a comparison takes tells nothing about the PIN. While a change of the
 * secret lasts it is compared under either one's keys, and kept under the present ones once it was right.
 *
 * Tries of different devices share the statement, and its flush; two of one device never do. Undefined: nothing was compared.
 */
const countAndCompare = together<PinDeps, OnDevice & { readonly pinProof: string }, Tried | undefined>({
  keyOf: ({ userId, deviceId }) => `${userId} ${deviceId}`,
  async work(deps, tries) {
    const now = deps.clock.now()
    const ring = keyRing(deps.keys)
    const counted = await deps.database.query<Tried & { device_id: string; user_id: string }>(
      `with given as (
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
       select user_id, device_id, wrong_in_row, wrong_today from tried`,
      [
        tries.map(({ userId }) => userId),
        tries.map(({ deviceId }) => deviceId),
        tries.map(({ pinProof }) => hashPinProof(deps, pinProof)),
        now,
        new Date(now.getTime() + PIN_WAIT_MS),
        new Date(now.getTime() - DAY_MS),
        new Date(now.getTime() + DAY_MS),
        PIN_WRONG_BEFORE_WAIT,
        PIN_WRONG_BEFORE_OFF,
        PIN_WRONG_PER_DAY,
        tries.map(({ pinProof }) => hashPinProof({ keys: ring[1] ?? deps.keys }, pinProof)),
        deps.keys.id,
        keyIds(deps.keys),
      ],
    )
    return tries.map(({ userId, deviceId }) => {
      const row = counted.find((each) => each.user_id === userId && each.device_id === deviceId)
      return row && { wrong_in_row: row.wrong_in_row, wrong_today: row.wrong_today }
    })
  },
  lanes: 2,
})

function wrongPin(tried: Tried, purpose: ApprovalPurpose): AppError {
  if (tried.wrong_in_row >= PIN_WRONG_BEFORE_OFF) return new AppError('pin.off')
  if (tried.wrong_today >= PIN_WRONG_PER_DAY) return tooManyToday(purpose, DAY_MS)
  const triesLeft = Math.min(PIN_WRONG_BEFORE_OFF - tried.wrong_in_row, PIN_WRONG_PER_DAY - tried.wrong_today)
  const waits = tried.wrong_in_row >= PIN_WRONG_BEFORE_WAIT
  return new AppError('pin.wrong', { triesLeft, ...(waits ? { retryAfterS: PIN_WAIT_MS / 1000 } : {}) })
}

/** Why nothing was compared. Read after the fact, so it may be a moment newer than the refusal; it only explains. */
async function explainRefusal(
  deps: PinDeps,
  session: OnDevice,
  purpose: ApprovalPurpose,
  now: Date,
): Promise<AppError> {
  const [pin] = await deps.database.query<{
    pin_set: boolean
    wrong_in_row: number
    wait_until: Date | null
    oldest_wrong_at: Date | null
    wrong_today: number
  }>(
    `select pin_hash is not null and (key_id is null or key_id = any($4)) as pin_set, wrong_in_row, wait_until,
       (select min(wrong) from unnest(wrong_at) wrong where wrong > $3) as oldest_wrong_at,
       (select count(*)::int from unnest(wrong_at) wrong where wrong > $3) as wrong_today
     from pins where user_id = $1 and device_id = $2`,
    [session.userId, session.deviceId, new Date(now.getTime() - DAY_MS), keyIds(deps.keys)],
  )
  if (pin === undefined || !pin.pin_set) return new AppError('pin.not-set')
  if (pin.wrong_in_row >= PIN_WRONG_BEFORE_OFF) return new AppError('pin.off')
  if (pin.wrong_today >= PIN_WRONG_PER_DAY) {
    return tooManyToday(purpose, (pin.oldest_wrong_at ?? now).getTime() + DAY_MS - now.getTime())
  }
  const leftMs = (pin.wait_until ?? now).getTime() - now.getTime()
  return new AppError('pin.wait', { retryAfterS: Math.max(1, Math.ceil(leftMs / 1000)) })
}

function tooManyToday(purpose: ApprovalPurpose, leftMs: number): AppError {
  const retryAfterS = Math.max(1, Math.ceil(leftMs / 1000))
  if (purpose !== 'unlock') return new AppError('pin.frozen', { retryAfterS })
  return new AppError('pin.wait', {
    message: 'Too many wrong PINs today. Sign in with your password instead. Your money is untouched.',
    retryAfterS,
  })
}
