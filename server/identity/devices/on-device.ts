import type { DeviceId, SessionId, UserId } from '#contract/ids.ts'

/** The account, device and session of a request. */
export type OnDevice = { readonly id: SessionId; readonly userId: UserId; readonly deviceId: DeviceId }
