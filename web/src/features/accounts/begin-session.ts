import type { SignedIn } from '#contract/accounts.ts'
import { forgetPersonalData } from '../../app/query-client.ts'
import { rememberAccount } from '../../lib/device-account.ts'
import type { DeviceCandidate } from '../../lib/device-key.ts'
import { readMeAnew } from './get-me.ts'

/** Keeps the keys of the device the server has just accepted, and reads who is signed in now. */
export async function beginSession(signedIn: SignedIn, device: DeviceCandidate): Promise<SignedIn> {
  await device.keep(signedIn.deviceId)
  rememberAccount({ userId: signedIn.user.id, fullName: signedIn.user.fullName })
  forgetPersonalData()
  await readMeAnew()
  return signedIn
}
