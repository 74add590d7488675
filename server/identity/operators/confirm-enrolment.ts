import type { Deps } from '#server/deps.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { addAuditLine, IN_TERMINAL } from './audit-lines.ts'
import { type Confirmation, confirmRequest } from './requests.ts'

/**
 * Confirms another operator's passkey: from now on it signs in.
 *
 * @throws RefusedError as confirmRequest does, and when it was removed meanwhile
 */
export async function confirmEnrolment(deps: Pick<Deps, 'clock' | 'database'>, of: Confirmation): Promise<void> {
  const { request, by, where = IN_TERMINAL } = of
  await deps.database.transaction(async (tx) => {
    const at = deps.clock.now()
    await confirmRequest(tx, { ...of, at })
    const confirmed = await tx.query(
      'update operator_passkeys set confirmed_at = $2 where id = $1 and removed_at is null returning 1',
      [request.subject, at],
    )
    if (confirmed.length === 0) throw new RefusedError('this passkey was removed')
    await addAuditLine(tx, deps, { by, where, act: 'enrol-passkey', subject: request.subject, after: request.content })
  })
}
