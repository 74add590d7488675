import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Wallet } from '#contract/wallet.ts'
import { api } from '#web/lib/api.ts'
import { isRestored } from '#web/lib/offline-answers.ts'

export const walletQuery = queryOptions({
  queryKey: ['wallet'],
  queryFn: ({ signal }) => api<Wallet>('GET', '/api/wallet', undefined, signal),
})

/** The wallet. `isOld`: the screen has to show the age of its figures. */
export function useWallet() {
  const { data, error, failureReason, dataUpdatedAt } = useQuery(walletQuery)
  // A request that is being tried again has failed already.
  const problem = error ?? failureReason
  return { data, error: problem, isOld: data !== undefined && (problem !== null || isRestored(dataUpdatedAt)) }
}

/** Whether the person holds a bought BPC: payments use it unless another code is typed. */
export function useHoldsBpc(): boolean {
  return useWallet().data?.level === 'plus'
}
