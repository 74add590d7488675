import type { RegisterBody, SignedIn } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import { isSqlError, type Transaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { bindDevice } from './bind-device.ts'
import { parseNewPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { parseEmail, parseFullName } from './person-rules.ts'
import { openSession } from './session.ts'

export type NewUser = { readonly userId: UserId; readonly fullName: string; readonly email: string }
/** What a new account gets in the same transaction: its wallet. */
export type AlsoForNewUser = (tx: Transaction, deps: Deps, user: NewUser) => Promise<unknown>

/**
 * Opens an account on this device: user, device, session and wallet commit together or not at all.
 *
 * @throws AppError account.name-invalid · account.email-invalid · account.password-weak · account.email-taken · server.busy
 */
export async function registerAccount(
  deps: Deps,
  body: RegisterBody,
  browser: string | null,
  openWallet: AlsoForNewUser,
): Promise<{ answer: SignedIn; token: string }> {
  const fullName = parseFullName(body.fullName)
  const email = parseEmail(body.email)
  const password = parseNewPassword(body.password, { email, fullName, brand: deps.config.brand })
  if (await isTaken(deps, email)) throw new AppError('account.email-taken')
  const passwordHash = await hashPassword(deps, password)
  const userId = deps.newId('usr')
  const createdAt = deps.clock.now()

  const opened = await deps.database
    .transaction(async (tx) => {
      await tx.query(
        'insert into users (id, email, full_name, password_hash, created_at) values ($1, $2, $3, $4, $5)',
        [userId, email, fullName, passwordHash, createdAt],
      )
      const { deviceId } = await bindDevice(tx, deps, { userId, publicKey: body.device.publicKey })
      await openWallet(tx, deps, { userId, fullName, email })
      return { deviceId, token: await openSession(tx, deps, { userId, deviceId, browser }) }
    })
    .catch((error: unknown) => {
      // Two at the same time: the index decides which one is first.
      throw isSqlError(error, '23505', 'users_email') ? new AppError('account.email-taken') : error
    })

  deps.log.info({ userId, deviceId: opened.deviceId }, 'account opened')
  deps.wakeWorker()
  const user = { id: userId, fullName, email, createdAt: createdAt.toISOString() }
  return { answer: { user, deviceId: opened.deviceId, pinSet: false }, token: opened.token }
}

async function isTaken(deps: Pick<Deps, 'database'>, email: string): Promise<boolean> {
  const rows = await deps.database.query('select 1 from users where lower(email) = lower($1)', [email])
  return rows.length > 0
}
