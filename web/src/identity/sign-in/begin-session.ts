import type { SignedIn } from '#contract/accounts.ts'
import { forgetPersonalData } from '../../app/query-client.ts'
import { rememberDevice } from '../../lib/device-account.ts'
import type { DeviceCandidate } from '../../lib/device-key.ts'
import { readMeAnew } from './get-me.ts'

/** Keeps the keys of the device the server has just accepted, and reads who is signed in now. */
export async function beginSession(signedIn: SignedIn, device: DeviceCandidate): Promise<SignedIn> {
  await device.keep(signedIn.deviceId)
  rememberDevice()
  forgetPersonalData()
  await readMeAnew()
  return signedIn
}
