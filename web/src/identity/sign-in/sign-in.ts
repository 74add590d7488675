import { useMutation } from '@tanstack/react-query'
import type { SignedIn, SignInBody } from '#contract/accounts.ts'
import type { SecondStep, SecondStepNeeded } from '#contract/second-step.ts'
import { api } from '#web/lib/api.ts'
import { type DeviceCandidate, thisDevice } from '#web/lib/device-key.ts'
import { beginSession } from './begin-session.ts'

/** The password was right, and one more proof is needed before this browser is signed in. */
export type HalfSignedIn = { readonly step: SecondStep; readonly device: DeviceCandidate }

/** Full sign-in: this browser becomes the account's device. It uses keys it has, so a known device keeps its PIN. */
export function useSignIn() {
  return useMutation({
    mutationFn: async (form: Omit<SignInBody, 'device'>): Promise<SignedIn | HalfSignedIn> => {
      const device = await thisDevice()
      const body = { ...form, device: { publicKey: device.publicKey } } satisfies SignInBody
      const answer = await api<SignedIn | SecondStepNeeded>('POST', '/api/sessions', body)
      return 'secondStep' in answer ? { step: answer.secondStep, device } : beginSession(answer, device)
    },
  })
}
