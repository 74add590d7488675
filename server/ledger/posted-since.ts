import { idsSince, idsUntil } from '#server/platform/ids.ts'

/** `idsSince` of transfers: `posted_at` decides. */
export function transferIdsSince(at: Date): string {
  return idsSince('trf', at)
}

/** `idsSince` of history lines: `created_at` decides. */
export function lineIdsSince(at: Date): string {
  return idsSince('txn', at)
}

/** `idsUntil` of history lines: `created_at` decides. */
export function lineIdsUntil(at: Date): string {
  return idsUntil('txn', at)
}
