import { useQuery } from '@tanstack/react-query'
import type { BpcAnswer } from '#contract/bpc.ts'
import { api } from '../../lib/api.ts'

/** The best code the person holds: a bought one before the starter. Null when there is none to show. */
export function useBestBpc() {
  return useQuery({
    queryKey: ['bpc'],
    queryFn: async ({ signal }) => bestCode(await api<BpcAnswer>('GET', '/api/bpc', undefined, signal)),
    retry: false,
  })
}

function bestCode({ codes }: BpcAnswer): string | null {
  const active = codes.filter((each) => each.status === 'active')
  const best = active.find((each) => each.kind === 'bought') ?? active[0]
  return best?.code ?? null
}
