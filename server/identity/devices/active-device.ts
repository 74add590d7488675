import type { DeviceId, UserId } from '#contract/ids.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** A device that is not revoked, with its public key and the freezes of its owner. */
export type ActiveDevice = {
  readonly userId: UserId
  readonly id: DeviceId
  readonly key_x: string
  readonly key_y: string
  readonly frozen_at: Date | null
  readonly operator_frozen_at: Date | null
  readonly money_out_frozen_until: Date | null
}

/** Those of the devices that are their users' and active. */
export async function findActiveDevices(
  sql: Sql,
  devices: readonly { readonly userId: UserId; readonly deviceId: DeviceId }[],
): Promise<ActiveDevice[]> {
  return await sql.query<ActiveDevice>(
    `select d.user_id as "userId", d.id, d.key_x, d.key_y, u.frozen_at, u.operator_frozen_at,
       u.money_out_frozen_until
     from unnest($1::text[], $2::text[]) as asked (by_user, device)
     cross join lateral (select * from devices where user_id = by_user and id = device and revoked_at is null limit 1) as d
     join users u on u.id = d.user_id`,
    [devices.map(({ userId }) => userId), devices.map(({ deviceId }) => deviceId)],
  )
}
