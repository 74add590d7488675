import { PASSKEY_NAME_MAX_LENGTH } from '#contract/constants.ts'
import { isId, type UserId } from '#contract/ids.ts'
import type { Passkey } from '#contract/passkeys.ts'
import type { Deps } from '#server/deps.ts'
import { notifyOwner } from '#server/identity/security-events/notify-owner.ts'
import type { Session } from '#server/identity/sessions/session.ts'
import { AppError } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import { PASSKEY_COLUMNS, type PasskeyRow, toPasskey } from './list-passkeys.ts'

type ChangeDeps = Pick<Deps, 'database' | 'events' | 'log'>
type RemoveDeps = ChangeDeps & Pick<Deps, 'clock' | 'keys' | 'newId' | 'randomBytes' | 'wakeWorker'>

/** @throws AppError passkey.not-found · passkey.name-invalid */
export async function renamePasskey(
  deps: ChangeDeps,
  of: { userId: UserId; passkeyId: string; name: string },
): Promise<Passkey> {
  const name = cleanLine(of.name, PASSKEY_NAME_MAX_LENGTH)
  if (!isId('pky', of.passkeyId)) throw new AppError('passkey.not-found')
  if (name === '') {
    const { message } = new AppError('passkey.name-invalid')
    throw new AppError('passkey.name-invalid', { fields: { name: message } })
  }
  const [row] = await deps.database.query<PasskeyRow>(
    `update passkeys set name = $3 where user_id = $1 and id = $2 returning ${PASSKEY_COLUMNS}`,
    [of.userId, of.passkeyId, name],
  )
  if (row === undefined) throw new AppError('passkey.not-found')
  deps.log.info({ userId: of.userId, passkeyId: of.passkeyId }, 'passkey renamed')
  deps.events.publish(of.userId, { topics: ['session'] })
  return toPasskey(row)
}

/**
 * Removes a passkey: from now on it opens and approves nothing. Past approvals keep its public key as evidence.
 *
 * @throws AppError session.not-fresh · passkey.not-found
 */
export async function removePasskey(deps: RemoveDeps, session: Session, passkeyId: string): Promise<void> {
  if (!session.fresh) throw new AppError('session.not-fresh')
  if (!isId('pky', passkeyId)) throw new AppError('passkey.not-found')
  const { userId } = session
  await deps.database.transaction(async (tx) => {
    const removed = await tx.query('delete from passkeys where user_id = $1 and id = $2 returning id', [
      userId,
      passkeyId,
    ])
    if (removed.length === 0) throw new AppError('passkey.not-found')
    await notifyOwner(tx, deps, { userId, kind: 'passkey-removed', deviceId: session.deviceId })
  })
  deps.wakeWorker()
  deps.log.info({ userId, passkeyId }, 'passkey removed')
  deps.events.publish(userId, { topics: ['session'] })
}
