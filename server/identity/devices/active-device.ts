import type { DeviceId, UserId } from '#contract/ids.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** A device that is not revoked, with its public key and its owner's freezes. */
export type ActiveDevice = {
  readonly userId: UserId
  readonly id: DeviceId
  readonly key_x: string
  readonly key_y: string
  readonly frozen_at: Date | null
  readonly operator_frozen_at: Date | null
  readonly money_out_frozen_until: Date | null
}

/** SQL for the columns of an ActiveDevice, without its ids: one row, or none. */
export const activeDeviceOf = (user: string, device: string): string =>
  `select key_x, key_y, frozen_at, operator_frozen_at, money_out_frozen_until
   from devices join users on users.id = devices.user_id
   where devices.user_id = ${user} and devices.id = ${device} and revoked_at is null limit 1`

/** The devices among these that are active and belong to their users. */
export async function findActiveDevices(
  sql: Sql,
  devices: readonly { readonly userId: UserId; readonly deviceId: DeviceId }[],
): Promise<ActiveDevice[]> {
  return await sql.query<ActiveDevice>(
    `select by_user as "userId", of_device as id, device.*
     from unnest($1::text[], $2::text[]) as asked (by_user, of_device)
     cross join lateral (${activeDeviceOf('by_user', 'of_device')}) as device`,
    [devices.map(({ userId }) => userId), devices.map(({ deviceId }) => deviceId)],
  )
}
