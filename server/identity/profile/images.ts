import { createHash } from 'node:crypto'
import type { UserId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

const VERSION_LENGTH = 16

/** Stores a drawn picture in place of the person's previous one. Returns its version. */
export async function keepImage(
  deps: Pick<Deps, 'clock' | 'database'>,
  userId: UserId,
  image: Uint8Array,
): Promise<string> {
  const version = createHash('sha256').update(image).digest('base64url').slice(0, VERSION_LENGTH)
  await deps.database.query(
    `insert into profile_images (user_id, version, image, changed_at) values ($1, $2, $3, $4)
     on conflict (user_id) do update set version = $2, image = $3, changed_at = $4`,
    [userId, version, image, deps.clock.now()],
  )
  return version
}

/** @throws AppError image.not-found */
export async function readImage(sql: Sql, userId: UserId): Promise<Buffer> {
  const [row] = await sql.query<{ image: Uint8Array }>('select image from profile_images where user_id = $1', [userId])
  if (row === undefined) throw new AppError('image.not-found')
  return Buffer.from(row.image)
}

/** Removing a missing picture changes nothing. */
export async function removeImage(sql: Sql, userId: UserId): Promise<void> {
  await sql.query('delete from profile_images where user_id = $1', [userId])
}
