import { CHALLENGE_LIFETIME_MS } from '#contract/constants.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/platform/errors.ts'
import type { OnDevice } from './on-device.ts'

const CHALLENGE_BYTES = 32
/** Most unused challenges of an account. More replace the oldest, so a loop cannot fill the table. */
const CHALLENGES_OPEN_MAX = 16

/** A one-time challenge for this session, valid for CHALLENGE_LIFETIME_MS, even while the session is locked. */
export async function makeChallenge(
  deps: Pick<Deps, 'clock' | 'database' | 'randomBytes'>,
  session: OnDevice,
): Promise<string> {
  const now = deps.clock.now()
  const challenge = Buffer.from(deps.randomBytes(CHALLENGE_BYTES)).toString('base64url')
  await deps.database.query(
    `delete from challenges where user_id = $1 and (expires_at <= $2 or challenge in (
       select challenge from challenges where user_id = $1 order by expires_at desc, challenge offset $3))`,
    [session.userId, now, CHALLENGES_OPEN_MAX - 1],
  )
  await deps.database.query(
    'insert into challenges (user_id, challenge, session_id, expires_at) values ($1, $2, $3, $4)',
    [session.userId, challenge, session.id, new Date(now.getTime() + CHALLENGE_LIFETIME_MS)],
  )
  return challenge
}

/**
 * Uses up a challenge: of many requests with the same one, exactly one succeeds.
 *
 * @throws AppError approval.challenge-used when it was used, has expired, or belongs to another session
 */
export async function consumeChallenge(
  deps: Pick<Deps, 'clock' | 'database'>,
  session: OnDevice,
  challenge: string,
): Promise<void> {
  // Checked first: outside text may contain what the database refuses to read.
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) throw new AppError('approval.challenge-used')
  const consumed = await deps.database.query(
    `delete from challenges where user_id = $1 and challenge = $2 and session_id = $3 and expires_at > $4
     returning challenge`,
    [session.userId, challenge, session.id, deps.clock.now()],
  )
  if (consumed.length === 0) throw new AppError('approval.challenge-used')
}
