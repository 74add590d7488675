import type { RegisterBody, SignedIn } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { bindDevice } from '#server/identity/devices/bind-device.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import { openSession } from '#server/identity/sessions/session.ts'
import { parseNewPassword } from '#server/identity/sign-in/password-rules.ts'
import { hashPassword } from '#server/identity/sign-in/passwords.ts'
import { isSqlError, type Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { parseEmail, parseFullName } from './person-rules.ts'

export type NewUser = { readonly userId: UserId; readonly fullName: string; readonly email: string }
/** What registering needs from other folders: the wallet opened in the same transaction, and the proof of an email. */
export type ForNewUser = {
  readonly openWallet: (tx: Transaction, deps: Deps, user: NewUser) => Promise<unknown>
  readonly spendEmailCode: (deps: Deps, of: { email: string; code: string; provedFor: null }) => Promise<void>
}

/**
 * Opens an account on this device: user, device, session and wallet commit together or not at all.
 *
 * Where emails are proved, only someone with a code from the mailbox learns whether it has an account.
 *
 * @throws AppError account.name-invalid · account.email-invalid · account.code-wrong · account.password-weak · account.email-taken · server.busy
 */
export async function registerAccount(
  deps: Deps,
  body: RegisterBody,
  browser: string | null,
  { openWallet, spendEmailCode }: ForNewUser,
): Promise<{ answer: SignedIn; token: string }> {
  const fullName = parseFullName(body.fullName)
  const email = parseEmail(body.email)
  const password = parseNewPassword(body.password, { email, fullName, brand: deps.config.brand })
  const proveEmail = async () => {
    if (deps.config.emailProof) await spendEmailCode(deps, { email, code: body.emailCode ?? '', provedFor: null })
    if (await isTaken(deps, email)) throw new AppError('account.email-taken')
  }
  // The code is spent once a hashing place is reserved: a registration refused as busy leaves its code valid.
  const passwordHash = await hashPassword(deps, password, proveEmail)
  const userId = deps.newId('usr')
  const createdAt = deps.clock.now()

  const opened = await deps.database
    .transaction(async (tx) => {
      await tx.query(
        'insert into users (id, email, full_name, password_hash, created_at, new_since) values ($1, $2, $3, $4, $5, $5)',
        [userId, email, fullName, passwordHash, createdAt],
      )
      const { deviceId } = await bindDevice(tx, deps, { userId, publicKey: body.device.publicKey })
      await openWallet(tx, deps, { userId, fullName, email })
      await notifyOwner(tx, deps, { userId, kind: 'account-opened', deviceId })
      const { token } = await openSession(tx, deps, { userId, deviceId, browser })
      return { deviceId, token }
    })
    .catch((error: unknown) => {
      // Two registrations at once: the index decides which is first.
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
