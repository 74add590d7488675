import { useQuery } from '@tanstack/react-query'
import type { BpcAnswer, BpcCode } from '#contract/bpc.ts'
import { api, isRefusal } from '#web/lib/api.ts'

/** All codes, oldest first; refused with `pin.needed` if the last PIN is too old. Removed when the page is left. */
export function useBpcCodes() {
  return useQuery({
    queryKey: ['bpc', 'codes'],
    queryFn: async ({ signal }) => (await getBpc(signal)).codes,
    retry: false,
    gcTime: 0,
  })
}

/**
 * The code that a purchase delivered, or `unproved` if the last PIN is too old: the page shows the good news before it
 * asks for the PIN.
 */
export function useBoughtCode(bpcId: string) {
  return useQuery({
    queryKey: ['bpc', 'bought', bpcId],
    queryFn: ({ signal }) => getBoughtCode(bpcId, signal),
    gcTime: 0,
  })
}

async function getBoughtCode(bpcId: string, signal: AbortSignal): Promise<BpcCode | 'unproved' | null> {
  try {
    const { codes } = await getBpc(signal)
    return codes.find(({ id }) => id === bpcId) ?? null
  } catch (error) {
    if (isRefusal(error, 'pin.needed')) return 'unproved'
    throw error
  }
}

function getBpc(signal: AbortSignal): Promise<BpcAnswer> {
  return api('GET', '/api/bpc', undefined, signal)
}

/** The code a payment uses unless the person types another one. */
export function bestOf({ codes }: BpcAnswer): BpcCode | undefined {
  const active = codes.filter((each) => each.status === 'active')
  return active.find((each) => each.kind === 'bought') ?? active[0]
}
