import type { SignedIn, SignInBody } from '#contract/accounts.ts'
import type { DeviceId, UserId } from '#contract/ids.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { bindDevice } from './bind-device.ts'
import { verifyPassword } from './passwords.ts'
import { parseEmail } from './person-rules.ts'
import { openSession } from './session.ts'
import { forgetTries, takeTry, waitKey } from './sign-in-wait.ts'

type AccountRow = {
  id: UserId
  email: string
  full_name: string
  password_hash: string
  created_at: Date
  /** The active device, when it is the one that asks. */
  own_device_id: DeviceId | null
}

/**
 * A full sign-in: email and password, on this device. An email without an account takes the same time, waits the same
 * and gets the same answer as a wrong password.
 *
 * @throws AppError account.email-invalid · session.wrong-credentials · session.wait · server.busy
 */
export async function signIn(
  deps: Deps,
  body: SignInBody,
  browser: string | null,
): Promise<{ answer: SignedIn; token: string }> {
  const email = parseEmail(body.email)
  const account = await findAccount(deps, email, body.device.publicKey)
  const key = waitKey(deps, { email, ownDeviceId: account?.own_device_id ?? null })
  await takeTry(deps, key)
  const proved = await verifyPassword(deps, body.password, account?.password_hash ?? null)
  if (!proved || account === null) throw new AppError('session.wrong-credentials')
  await forgetTries(deps, key)

  const opened = await deps.database.transaction(async (tx) => {
    await lockAccount(tx, account)
    const device = await bindDevice(tx, deps, { userId: account.id, publicKey: body.device.publicKey })
    const token = await openSession(tx, deps, { userId: account.id, deviceId: device.deviceId, browser })
    return { ...device, token }
  })

  deps.log.info({ userId: account.id, deviceId: opened.deviceId }, 'signed in')
  deps.events.publish(account.id, { topics: ['session'] })
  const user = {
    id: account.id,
    fullName: account.full_name,
    email: account.email,
    createdAt: account.created_at.toISOString(),
  }
  return { answer: { user, deviceId: opened.deviceId, pinSet: opened.pinSet }, token: opened.token }
}

async function findAccount(
  deps: Pick<Deps, 'database'>,
  email: string,
  key: { x: string; y: string },
): Promise<AccountRow | null> {
  const [row] = await deps.database.query<AccountRow>(
    `select u.id, u.email, u.full_name, u.password_hash, u.created_at, d.id as own_device_id
     from users u
     left join devices d on d.user_id = u.id and d.revoked_at is null and d.key_x = $2 and d.key_y = $3
     where lower(u.email) = lower($1)`,
    [email, key.x, key.y],
  )
  return row ?? null
}

/** Sign-ins of one account take turns, and one whose password changed meanwhile is refused. */
async function lockAccount(tx: Transaction, account: { id: UserId; password_hash: string }): Promise<void> {
  const rows = await tx.query('select 1 from users where id = $1 and password_hash = $2 for update', [
    account.id,
    account.password_hash,
  ])
  if (rows.length === 0) throw new AppError('session.wrong-credentials')
}
