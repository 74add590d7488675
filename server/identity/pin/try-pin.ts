import { PIN_WAIT_MS, PIN_WRONG_BEFORE_OFF, PIN_WRONG_BEFORE_WAIT, PIN_WRONG_PER_DAY } from '#contract/constants.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { ApprovalPurpose } from '#server/identity/devices/device-key.ts'
import type { OnDevice } from '#server/identity/devices/on-device.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import { keyIds } from '#server/platform/crypto/keys.ts'
import { batched } from '#server/platform/db/batch.ts'
import { AppError } from '#server/platform/errors.ts'
import { type CountedAttempt, countPinAttempts, type PinAttempt, wrongPinOf } from './attempts.ts'

type PinDeps = Pick<Deps, 'clock' | 'database' | 'keys' | 'log' | 'newId' | 'randomBytes' | 'wakeWorker'>

/**
 * Checks one PIN against the limits and the stored PIN, and counts the attempt.
 *
 * @throws AppError pin.wrong with triesLeft · pin.wait with retryAfterS · pin.off · pin.frozen (but for unlocking) ·
 *   pin.not-set
 */
export async function tryPin(
  deps: PinDeps,
  session: OnDevice,
  of: { purpose: ApprovalPurpose; pinProof: string },
): Promise<void> {
  const { userId, deviceId } = session
  const tried = await countTry(deps, { userId, deviceId, pinProof: of.pinProof })
  if (wrongPinOf(tried) !== null) throw await refusedPin(deps, session, { purpose: of.purpose, tried })
}

/**
 * Tries of different accounts share a statement and its flush; two of one account never do. No response leaves before
 * the count is on disk.
 */
const countTry = batched<PinDeps, PinAttempt, CountedAttempt | undefined>({
  keyOf: ({ userId }) => userId,
  work: (deps, tries) => countPinAttempts(deps.database, deps, tries),
  concurrency: 2,
})

/**
 * The refusal of a wrong PIN, once it is counted. Notifies the owner when the PIN was switched off. `tried` undefined:
 * nothing was compared.
 */
export async function refusedPin(
  deps: PinDeps,
  session: OnDevice,
  { purpose, tried }: { purpose: ApprovalPurpose; tried: CountedAttempt | undefined },
): Promise<AppError> {
  if (tried === undefined) return await explainRefusal(deps, session, purpose)
  const { userId, deviceId } = session
  deps.log.warn({ userId, deviceId, ...tried }, 'wrong PIN')
  if (tried.wrongInRow >= PIN_WRONG_BEFORE_OFF) {
    await deps.database.transaction((tx) => notifyOwner(tx, deps, { ...session, kind: 'pin-off' }))
    deps.wakeWorker()
  }
  return wrongPin(tried, purpose)
}

function wrongPin(tried: CountedAttempt, purpose: ApprovalPurpose): AppError {
  if (tried.wrongInRow >= PIN_WRONG_BEFORE_OFF) return new AppError('pin.off')
  if (tried.wrongToday >= PIN_WRONG_PER_DAY) return tooManyToday(purpose, DAY_MS)
  const triesLeft = Math.min(PIN_WRONG_BEFORE_OFF - tried.wrongInRow, PIN_WRONG_PER_DAY - tried.wrongToday)
  const waits = tried.wrongInRow >= PIN_WRONG_BEFORE_WAIT
  return new AppError('pin.wrong', { triesLeft, ...(waits ? { retryAfterS: PIN_WAIT_MS / 1000 } : {}) })
}

/** Why nothing was compared. Read afterwards, so it may be slightly newer than the refusal; it only explains. */
async function explainRefusal(deps: PinDeps, session: OnDevice, purpose: ApprovalPurpose): Promise<AppError> {
  const now = deps.clock.now()
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
