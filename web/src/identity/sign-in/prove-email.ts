import { useMutation } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'

/** Emails a code to the address that is to become an account's. */
export function useProveEmail() {
  return useMutation({
    mutationFn: (body: { email: string }) => api<undefined>('POST', '/api/email-proofs', body),
  })
}
