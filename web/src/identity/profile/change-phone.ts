import { useMutation } from '@tanstack/react-query'
import type { Me, PhoneBody } from '#contract/accounts.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** Changes the phone number, on the server and on this page. */
export function useChangePhone() {
  return useMutation({
    mutationFn: async (body: PhoneBody) => await api<Me>('PUT', '/api/me/phone', body),
    onSuccess: (me) => {
      queryClient.setQueryData<Me | null>(['me'], me)
      void queryClient.invalidateQueries({ queryKey: ['funding'] })
    },
  })
}
