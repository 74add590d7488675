import { useMutation } from '@tanstack/react-query'
import type { SignedIn } from '#contract/accounts.ts'
import type { SecondStepBody, SecondStepProof } from '#contract/second-step.ts'
import { beginSession } from '#web/identity/sign-in/begin-session.ts'
import type { HalfSignedIn } from '#web/identity/sign-in/sign-in.ts'
import { api } from '#web/lib/api.ts'

/** Sends the second proof of a sign-in: this browser becomes, or stays, the account's device. */
export function useFinishSignIn({ step, device }: HalfSignedIn) {
  return useMutation({
    // Making the proof can take time: a passkey asks the person first.
    mutationFn: async (make: () => SecondStepProof | Promise<SecondStepProof>) => {
      const body = { token: step.token, proof: await make() } satisfies SecondStepBody
      return beginSession(await api<SignedIn>('POST', '/api/sessions/second-step', body), device)
    },
  })
}
