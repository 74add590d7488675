import { useMutation } from '@tanstack/react-query'
import type { SignedIn, SignInBody } from '#contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { thisDevice } from '../../lib/device-key.ts'
import { beginSession } from './begin-session.ts'

/** Full sign-in: this browser becomes the account's device. It uses the keys it has, so that a known device keeps its PIN. */
export function useSignIn() {
  return useMutation({
    mutationFn: async (form: Omit<SignInBody, 'device'>) => {
      const device = await thisDevice()
      const body = { ...form, device: { publicKey: device.publicKey } } satisfies SignInBody
      return beginSession(await api<SignedIn>('POST', '/api/sessions', body), device)
    },
  })
}
