import { useMutation } from '@tanstack/react-query'
import type { RegisterBody, SignedIn } from '#contract/accounts.ts'
import { beginSession } from '#web/identity/sign-in/begin-session.ts'
import { api } from '#web/lib/api.ts'
import { newDevice } from '#web/lib/device-key.ts'

/** Creates the account and signs this browser in as its device. */
export function useRegister() {
  return useMutation({
    mutationFn: async (form: Omit<RegisterBody, 'device'>) => {
      const device = await newDevice()
      const body = { ...form, device: { publicKey: device.publicKey } } satisfies RegisterBody
      return beginSession(await api<SignedIn>('POST', '/api/accounts', body), device)
    },
  })
}
