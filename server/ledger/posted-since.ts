import { idsSince, idsUntil } from '#server/platform/ids.ts'

/** `idsSince` for transfers, by `posted_at`. */
export function transferIdsSince(at: Date): string {
  return idsSince('trf', at)
}

/** `idsSince` for history lines, by `created_at`. */
export function lineIdsSince(at: Date): string {
  return idsSince('txn', at)
}

/** `idsUntil` for history lines, by `created_at`. */
export function lineIdsUntil(at: Date): string {
  return idsUntil('txn', at)
}
