import type { DeviceId, SessionId, UserId } from '#contract/ids.ts'

/** Which account asks, on which device, in which session. */
export type OnDevice = { readonly id: SessionId; readonly userId: UserId; readonly deviceId: DeviceId }
