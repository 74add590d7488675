import { useMutation } from '@tanstack/react-query'
import type { SecondStep } from '#contract/second-step.ts'
import { api } from '#web/lib/api.ts'

/** Has another code mailed for this sign-in. The one before is good no more. */
export function useEmailAnother({ token }: SecondStep) {
  return useMutation({ mutationFn: () => api<undefined>('POST', '/api/sessions/second-step/mail', { token }) })
}
