import { useMutation } from '@tanstack/react-query'
import type { ChangeMeBody, Me } from '#contract/accounts.ts'
import { queryClient } from '../../app/query-client.ts'
import { api } from '../../lib/api.ts'
import { rememberAccount } from '../../lib/device-account.ts'

/** Changes the full name, here and in the greeting this browser keeps. */
export function useChangeName() {
  return useMutation({
    mutationFn: async (body: ChangeMeBody) => await api<Me>('PATCH', '/api/me', body),
    onSuccess: (me) => {
      queryClient.setQueryData<Me | null>(['me'], me)
      rememberAccount({ userId: me.user.id, fullName: me.user.fullName })
    },
  })
}
