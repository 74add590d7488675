import { useQuery } from '@tanstack/react-query'
import type { FundingAccountAnswer } from '#contract/funding.ts'
import { api } from '#web/lib/api.ts'

const ISSUING_POLL_MS = 3_000

/** The person's own account number and what arrived on it. Events bring news; while it is being issued we also ask. */
export function useFundingAccount() {
  return useQuery({
    queryKey: ['funding'],
    queryFn: ({ signal }) => api<FundingAccountAnswer>('GET', '/api/funding-account', undefined, signal),
    refetchInterval: ({ state }) => (state.data?.status === 'issuing' ? ISSUING_POLL_MS : false),
  })
}
