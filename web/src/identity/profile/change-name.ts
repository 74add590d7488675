import { useMutation } from '@tanstack/react-query'
import type { ChangeMeBody, Me } from '#contract/accounts.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** Changes the full name, on the server and on this page. */
export function useChangeName() {
  return useMutation({
    mutationFn: async (body: ChangeMeBody) => await api<Me>('PATCH', '/api/me', body),
    onSuccess: (me) => queryClient.setQueryData<Me | null>(['me'], me),
  })
}
