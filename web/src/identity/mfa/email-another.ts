import { useMutation } from '@tanstack/react-query'
import type { SecondStep } from '#contract/second-step.ts'
import { api } from '#web/lib/api.ts'

/** Emails another code for this sign-in. The previous one stops working. */
export function useEmailAnother({ token }: SecondStep) {
  return useMutation({ mutationFn: () => api<undefined>('POST', '/api/sessions/second-step/mail', { token }) })
}
