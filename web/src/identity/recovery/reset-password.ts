import { useMutation } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'

/** Asks for an email with a link. The answer is the same whether or not the email has an account. */
export function useAskReset() {
  return useMutation({
    mutationFn: (body: { email: string }) => api<undefined>('POST', '/api/password-resets', body),
  })
}

/** Sets a new password with the secret of the newest link, once. */
export function useResetPassword() {
  return useMutation({
    mutationFn: (body: { token: string; newPassword: string }) => api<undefined>('PUT', '/api/password-resets', body),
  })
}
