import { succeeded, unknown } from '#server/providers/answer.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { type Context, declinedOrUnknown, hasNext, ROWS_PER_PAGE } from './api.ts'
import { marksOf, readForeign } from './not-ours.ts'
import { readTransfer } from './transfers.ts'
import { transferStanding } from './words.ts'

/**
 * One page of transfers of every status, newest first. A row that cannot be ours (no reference, one not of our form, or
 * unreadable and in another currency) is set aside. An unreadable one that may be ours makes the whole page unknown: a
 * comparison of the books must not mistake an existing row for a missing one.
 */
export function listTransfers({ api, timeouts }: Context): PaymentProvider['listTransfers'] {
  return async ({ since, page, isOurs }) => {
    const reply = await api('listTransfers', {
      method: 'GET',
      path: '/transfer',
      query: { from: since.toISOString(), perPage: String(ROWS_PER_PAGE), page: String(page) },
      timeoutMs: timeouts.listMs,
    })
    if (reply.kind !== 'accepted') return declinedOrUnknown(reply)
    if (!Array.isArray(reply.data)) return unknown('a list of transfers that is not a list')
    const transfers = []
    const notOurs = []
    for (const row of reply.data) {
      const read = readTransfer(row)
      const isOne = 'facts' in read && isOurs(read.facts.reference)
      const foreign = isOne || mayBeOurs(row, isOurs) ? null : readForeign(row, hasMoved)
      if (isOne) transfers.push(read.facts)
      else if (foreign !== null) notOurs.push(foreign)
      else return unknown(`a list with a transfer of unreadable ${'problem' in read ? read.problem : 'id'}`)
    }
    const nextPage = hasNext(reply.meta, page, reply.data.length) ? page + 1 : null
    return succeeded({ transfers, notOurs, nextPage })
  }
}

/** Whether an unreadable row may be ours. In doubt it counts as ours, unless it is in another currency. */
function mayBeOurs(row: unknown, isOurs: (reference: string) => boolean): boolean {
  const { reference, isOtherCurrency } = marksOf(row)
  if (isOtherCurrency || reference === 'none') return false
  return reference === 'unreadable' || isOurs(reference.text)
}

function hasMoved(word: string): boolean {
  const status = transferStanding(word)
  return status === 'paid' || status === 'pending'
}
