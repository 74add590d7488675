import { useMutation, useQuery } from '@tanstack/react-query'
import type { AskForAccountBody, FundingAccountAnswer } from '#contract/funding.ts'
import { api } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** For when there is no event stream, which would tell within a second. */
const ISSUING_POLL_MS = 3_000
const FUNDING = ['funding']

/** The person's own account number and its deposits. Events announce changes; until it is issued, it is also polled. */
export function useFundingAccount() {
  return useQuery({
    queryKey: FUNDING,
    queryFn: ({ signal }) => api<FundingAccountAnswer>('GET', '/api/funding-account', undefined, signal),
    refetchInterval: ({ state }) => (state.data?.status === 'issuing' ? ISSUING_POLL_MS : false),
  })
}

/** Asks for the account number, or again after a refusal. Without a phone number, the account's own is used. */
export function useAskForAccount() {
  return useMutation({
    mutationFn: (body: AskForAccountBody) => api<FundingAccountAnswer>('POST', '/api/funding-account', body),
    onSuccess: (funding) => {
      queryClient.setQueryData(FUNDING, funding)
      void queryClient.invalidateQueries({ queryKey: ['me'] })
      // The number may have come between the answer and now.
      void queryClient.invalidateQueries({ queryKey: FUNDING })
    },
  })
}
