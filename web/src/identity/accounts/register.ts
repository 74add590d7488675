import { useMutation } from '@tanstack/react-query'
import type { RegisterBody, SignedIn } from '#contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { newDevice } from '../../lib/device-key.ts'
import { beginSession } from './begin-session.ts'

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
