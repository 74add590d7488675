import { useMutation } from '@tanstack/react-query'
import type { PasswordBody } from '#contract/accounts.ts'
import type { ConfirmProof } from '#contract/second-step.ts'
import { readMeAnew } from '#web/identity/accounts/get-me.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

type Confirmation = {
  password: string
  /** Makes the second proof, for an account that needs one: a passkey asks the person first. */
  prove?: () => ConfirmProof | Promise<ConfirmProof>
}

/** Makes this session fresh, without leaving the page. */
export function useConfirmPassword() {
  return useMutation({
    mutationFn: async ({ password, prove }: Confirmation) => {
      const body = { password, proof: (await prove?.()) ?? null } satisfies PasswordBody
      await api('POST', '/api/sessions/current/password', body)
      await readMeAnew()
      // The proof may have used up a recovery code.
      if (prove !== undefined) void queryClient.invalidateQueries({ queryKey: ['factors'] })
    },
  })
}
