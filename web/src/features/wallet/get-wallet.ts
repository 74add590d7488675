import { useQuery } from '@tanstack/react-query'
import type { Wallet } from '#contract/wallet.ts'
import { api } from '../../lib/api.ts'

export function useWallet() {
  return useQuery({
    queryKey: ['wallet'],
    queryFn: ({ signal }) => api<Wallet>('GET', '/api/wallet', undefined, signal),
  })
}
