import { useMutation } from '@tanstack/react-query'
import type { PasswordBody } from '#contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { readMeAnew } from '../accounts/get-me.ts'

/** Makes this session fresh, without leaving the page. */
export function useConfirmPassword() {
  return useMutation({
    mutationFn: async (password: string) => {
      await api('POST', '/api/sessions/current/password', { password } satisfies PasswordBody)
      await readMeAnew()
    },
  })
}
