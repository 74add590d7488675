import { type CaseId, isId, type OperatorId, type UserId } from '#contract/ids.ts'
import type { CasePicture } from '#contract/support.ts'
import { CASE_PICTURE_SIDE_PX, CASE_PICTURE_STORED_MAX_BYTES, CASE_PICTURES_MAX } from '#contract/support-limits.ts'
import type { Deps } from '#server/deps.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { AppError, RefusedError } from '#server/platform/errors.ts'
import type { Drawing, Drawn } from '#server/platform/images/draw-image.ts'

/** How pictures in reports are drawn: uncropped, and large enough to read a phone's screenshot. */
export const CASE_PICTURE: Drawing = {
  fit: 'whole',
  sidePx: CASE_PICTURE_SIDE_PX,
  maxBytes: CASE_PICTURE_STORED_MAX_BYTES,
}

/** Opened directly, the browser shows it and runs nothing. */
export const CASE_PICTURE_DISPOSITION = 'inline; filename="picture.webp"'

/** The report's owner and the picture's author: the customer, or an operator for one of the customer's reports. */
export type PictureMaker =
  | { readonly userId: UserId; readonly operatorId: null; readonly caseId: null }
  | { readonly userId: UserId; readonly operatorId: OperatorId; readonly caseId: CaseId }

/**
 * Stores a drawn picture before it is sent. The purge removes it unless a message sends it in time.
 *
 * @throws AppError case.too-many-pictures; RefusedError for an operator
 */
export async function keepPicture(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'newId'>,
  { by, drawn: { image, width, height } }: { by: PictureMaker; drawn: Drawn },
): Promise<CasePicture> {
  // Uploads of a user run one after another, so that the limit holds however many arrive at once.
  await tx.query('select 1 from users where id = $1 for no key update', [by.userId])
  await requireRoom(tx, by)
  const id = deps.newId('pic')
  await tx.query(
    `insert into case_pictures (user_id, id, operator_id, case_id, width, height, image, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [by.userId, id, by.operatorId, by.caseId, width, height, image, deps.clock.now()],
  )
  return { id, width, height }
}

async function requireRoom(tx: Transaction, { userId, operatorId }: PictureMaker): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from case_pictures where user_id = $1 and (operator_id is null) = $2',
    [userId, operatorId === null],
  )
  if ((row?.count ?? 0) < CASE_PICTURES_MAX) return
  if (operatorId === null) throw new AppError('case.too-many-pictures')
  throw new RefusedError(`operators have sent this customer ${CASE_PICTURES_MAX} pictures, which is the limit`)
}

/**
 * Attaches pictures to a message, in this order. Each must be the sender's own, unsent, and of no other report.
 *
 * @throws AppError case.picture-gone
 */
export async function sendPictures(
  tx: Transaction,
  of: { caseId: CaseId; seq: number; operatorId: OperatorId | null; ids: readonly string[] },
): Promise<void> {
  if (of.ids.length === 0) return
  const sent = await tx.query(
    `update case_pictures p set case_id = c.id, seq = $2, ordinal = chosen.nth - 1
     from cases c, unnest($3::text[]) with ordinality as chosen (id, nth)
     where c.id = $1 and p.user_id = c.user_id and p.id = chosen.id and p.seq is null
       and p.operator_id is not distinct from $4 and (p.case_id is null or p.case_id = c.id)
     returning 1`,
    [of.caseId, of.seq, of.ids, of.operatorId],
  )
  if (sent.length !== of.ids.length) throw new AppError('case.picture-gone')
}

/** The stored pictures of message `m`, in order. */
export const PICTURES_OF_MESSAGE = `coalesce((
    select json_agg(json_build_object('id', p.id, 'width', p.width, 'height', p.height) order by p.ordinal)
    from case_pictures p where p.case_id = m.case_id and p.seq = m.seq), '[]'::json)`

/** The ids of the stored pictures of message `m`, in order. */
export const PICTURE_IDS_OF_MESSAGE = `array(
    select p.id from case_pictures p where p.case_id = m.case_id and p.seq = m.seq order by p.ordinal)`

export function isSameOrder(ids: readonly string[], others: readonly string[]): boolean {
  return ids.length === others.length && ids.every((id, index) => id === others[index])
}

/** The bytes of a sent picture in one of this customer's reports, or null. */
export async function readPicture(sql: Sql, userId: UserId, uncheckedId: string): Promise<Buffer | null> {
  if (!isId('pic', uncheckedId)) return null
  const [row] = await sql.query<{ image: Uint8Array }>(
    'select image from case_pictures where user_id = $1 and id = $2 and seq is not null',
    [userId, uncheckedId],
  )
  return row === undefined ? null : Buffer.from(row.image)
}

/** The customer in whose report a picture was sent, and the report's tracking number; or null. */
export async function findPicture(
  sql: Sql,
  uncheckedId: string,
): Promise<{ userId: UserId; trackingNumber: string } | null> {
  if (!isId('pic', uncheckedId)) return null
  const [row] = await sql.query<{ userId: UserId; trackingNumber: string }>(
    `select p.user_id as "userId", c.tracking_number as "trackingNumber"
     from case_pictures p join cases c on c.id = p.case_id where p.id = $1 and p.seq is not null`,
    [uncheckedId],
  )
  return row ?? null
}
