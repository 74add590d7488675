import { useQuery } from '@tanstack/react-query'
import type { PublicReceipt, ReceiptAddress } from '#contract/receipts.ts'
import { api } from '#web/lib/api.ts'
import { freshFor } from '#web/lib/fresh-for.ts'

const PENDING_POLL_MS = 10_000

/** The receipt as anyone with the code sees it. Polled until its status is final. */
export function useReceipt(code: string) {
  return useQuery({
    queryKey: ['receipt', code],
    queryFn: ({ signal }) => getReceipt(code, signal),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? PENDING_POLL_MS : false),
    staleTime: freshFor(0),
  })
}

function getReceipt(code: string, signal?: AbortSignal): Promise<PublicReceipt> {
  return api<PublicReceipt>('GET', `/api/receipts/${encodeURIComponent(code)}`, undefined, signal)
}

/** A receipt, and whether it shows full names; null if its owner cannot decide that. */
export type OwnReceipt = { readonly receipt: PublicReceipt; readonly showsNames: boolean | null }

/**
 * The receipt of a transaction of the person's own, created on the first call. `showsNames` shows or hides full names.
 */
export async function issueReceipt(transactionId: string, showsNames?: boolean): Promise<OwnReceipt> {
  const path = `/api/transactions/${encodeURIComponent(transactionId)}/receipt`
  const body = showsNames === undefined ? undefined : { showsNames }
  const address = await api<ReceiptAddress>('POST', path, body)
  return { receipt: await getReceipt(address.code), showsNames: address.showsNames }
}
