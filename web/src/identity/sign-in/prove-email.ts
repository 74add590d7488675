import { useMutation } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'

/** Mails a code to an email that is to become an account's. */
export function useProveEmail() {
  return useMutation({
    mutationFn: (body: { email: string }) => api<undefined>('POST', '/api/email-proofs', body),
  })
}
