import type { CasePicture } from '#contract/support.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { openUntilOf } from '#server/console/customers/open-customer.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { AppError, RefusedError } from '#server/platform/errors.ts'
import type { Drawn } from '#server/platform/images/draw-image.ts'
import { findPicture, keepPicture, readPicture } from '#server/support/case-pictures.ts'
import { lockByNumber } from '#server/support/operate-cases.ts'

/**
 * A picture in a case. Since it may show anything, it takes a reason that opens the customer, whoever sent it. Records
 * the look.
 *
 * @throws AppError operator.no-picture · operator.reason-needed
 */
export async function lookAtPicture(deps: Deps, session: ConsoleSession, id: string): Promise<Buffer> {
  const { operator: by, where } = session
  return await deps.database.transaction(async (tx) => {
    const found = await findPicture(tx, id)
    if (found === null) throw new AppError('operator.no-picture')
    const { userId, trackingNumber: subject } = found
    if ((await openUntilOf(tx, deps, { session, userId })) === null) throw new AppError('operator.reason-needed')
    const image = await readPicture(tx, userId, id)
    if (image === null) throw new AppError('operator.no-picture')
    await addAuditLine(tx, deps, { by, where, act: 'look-at-picture', subject, after: { picture: id } })
    return image
  })
}

/**
 * Stores an operator's picture for their answer to this case.
 *
 * @throws RefusedError for an unknown number, for a visitor's case, for a closed account, and at the limit
 */
export async function attachPicture(
  deps: Deps,
  { operator: by, where }: ConsoleSession,
  { uncheckedNumber, drawn }: { uncheckedNumber: string; drawn: Drawn },
): Promise<CasePicture> {
  return await deps.database.transaction(async (tx) => {
    const { id: caseId, from, trackingNumber: subject } = await lockByNumber(tx, uncheckedNumber)
    if (from.kind !== 'user') throw new RefusedError(`${subject} is a visitor's, and visitors cannot see pictures`)
    const [open] = await tx.query('select 1 from users where id = $1 and closed_at is null', [from.id])
    if (open === undefined) throw new RefusedError(`the customer of ${subject} has closed their account`)
    const picture = await keepPicture(tx, deps, { by: { userId: from.id, operatorId: by.id, caseId }, drawn })
    await addAuditLine(tx, deps, { by, where, act: 'attach-picture', subject, after: { picture: picture.id } })
    return picture
  })
}
