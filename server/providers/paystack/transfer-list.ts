import type { PaymentProvider } from '../payments.ts'
import { type Context, declinedOrUnknown, unknown } from './api.ts'
import { hasNext, ROWS_PER_PAGE } from './pages.ts'
import { readTransfer } from './transfers.ts'

/**
 * One page of transfers of every status, newest first. A row that cannot be read makes the whole page unknown: whoever
 * compares books must not take a row that is there for one that is missing.
 */
export function listTransfers({ api, timeouts }: Context): PaymentProvider['listTransfers'] {
  return async ({ since, page }) => {
    const reply = await api('listTransfers', {
      method: 'GET',
      path: '/transfer',
      query: { from: since.toISOString(), perPage: String(ROWS_PER_PAGE), page: String(page) },
      timeoutMs: timeouts.listMs,
    })
    if (reply.kind !== 'accepted') return declinedOrUnknown(reply)
    if (!Array.isArray(reply.data)) return unknown('a list of transfers that is not a list')
    const transfers = []
    for (const row of reply.data) {
      const read = readTransfer(row)
      if ('problem' in read) return unknown(`a list with a transfer of unreadable ${read.problem}`)
      transfers.push(read.facts)
    }
    const nextPage = hasNext(reply.meta, page, reply.data.length) ? page + 1 : null
    return { outcome: 'succeeded', value: { transfers, nextPage } }
  }
}
