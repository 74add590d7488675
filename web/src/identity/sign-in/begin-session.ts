import type { SignedIn } from '#contract/accounts.ts'
import { readMeAnew } from '#web/identity/accounts/get-me.ts'
import { rememberDevice } from '#web/lib/device-account.ts'
import type { DeviceCandidate } from '#web/lib/device-key.ts'
import { StorageError } from '#web/lib/device-store.ts'
import { forgetPersonalData } from '#web/lib/query-client.ts'

/** Keeps the keys of the device the server has just accepted, and reads who is signed in now. */
export async function beginSession(signedIn: SignedIn, device: DeviceCandidate): Promise<SignedIn> {
  await device.keep(signedIn.deviceId)
  rememberDevice()
  forgetPersonalData()
  // The browser refused the session's cookie, whatever it said about cookies before.
  if ((await readMeAnew()) === null) throw new StorageError()
  return signedIn
}
