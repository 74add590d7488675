import type { Me, TeamFreeze } from '#contract/accounts.ts'
import { NAME_CHANGE_WAIT_MS, PIN_WRONG_BEFORE_OFF } from '#contract/constants.ts'
import { TEAM_FREEZE_KEEPS, TEAM_FREEZES } from '#contract/freeze-words.ts'
import type { FreezeHeading } from '#contract/freezes.ts'
import { maskPhone } from '#contract/masks.ts'
import type { Deps } from '#server/deps.ts'
import { nationalPhone } from '#server/identity/profile/contact-phone.ts'
import type { PeekedSession } from '#server/identity/sessions/session.ts'
import { keyIds } from '#server/platform/crypto/keys.ts'
import { AppError } from '#server/platform/errors.ts'
import { maskEmail } from './person-rules.ts'

/** Who this browser belongs to, for the header and the lock screen. While locked the email is masked. */
export async function readMe(deps: Pick<Deps, 'clock' | 'database' | 'keys'>, session: PeekedSession): Promise<Me> {
  const [row] = await deps.database.query<{
    email: string
    full_name: string
    created_at: Date
    pin_set: boolean
    pin_off: boolean
    name_changed_at: Date | null
    image_version: string | null
    frozen: boolean
    frozen_by_team: FreezeHeading | null
    passkey_count: number
    phone: string | null
  }>(
    `select u.email, u.full_name, u.created_at, u.name_changed_at, i.version as image_version,
       coalesce(p.pin_hash is not null and (p.key_id is null or p.key_id = any($3)), false) as pin_set, coalesce(p.wrong_in_row >= $2, false) as pin_off,
       u.frozen_at is not null as frozen, u.operator_freeze_heading as frozen_by_team,
       (select count(*)::int from passkeys k where k.user_id = u.id) as passkey_count,
       (select phone from contact_phones c where c.user_id = u.id) as phone
     from users u left join pins p on p.user_id = u.id left join profile_images i on i.user_id = u.id
     where u.id = $1`,
    [session.userId, PIN_WRONG_BEFORE_OFF, keyIds(deps.keys)],
  )
  if (row === undefined) throw new AppError('session.none')
  return {
    user: {
      id: session.userId,
      fullName: row.full_name,
      email: session.locked ? maskEmail(row.email) : row.email,
      createdAt: row.created_at.toISOString(),
    },
    deviceId: session.deviceId,
    locked: session.locked,
    pinSet: row.pin_set,
    pinOff: row.pin_off,
    fresh: session.fresh,
    imageVersion: row.image_version,
    nameChangeableAt: changeableAt(row.name_changed_at, deps.clock.now()),
    frozen: row.frozen,
    frozenByTeam: row.frozen_by_team === null ? null : presentFreeze(row.frozen_by_team),
    passkeyCount: row.passkey_count,
    phone: row.phone === null ? null : shownPhone(row.phone, session.locked),
  }
}

function shownPhone(phone: string, isLocked: boolean): string {
  const digits = nationalPhone(phone)
  return isLocked ? maskPhone(digits) : digits
}

function presentFreeze(heading: FreezeHeading): TeamFreeze {
  const { title, next } = TEAM_FREEZES[heading]
  return { heading, title, text: `${TEAM_FREEZE_KEEPS} ${next}` }
}

/** When the next change is possible, or null when it is now. */
function changeableAt(changedAt: Date | null, now: Date): string | null {
  if (changedAt === null) return null
  const at = new Date(changedAt.getTime() + NAME_CHANGE_WAIT_MS)
  return at > now ? at.toISOString() : null
}
