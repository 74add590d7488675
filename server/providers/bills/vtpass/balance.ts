import { succeeded, unknown } from '#server/providers/answer.ts'
import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import { type Context, codeOf, refusedWith } from './api.ts'
import { fieldsOf } from './fields.ts'
import { signedKoboOf } from './naira.ts'

/** The balance of our wallet at VTpass. Only this call answers with the integer code 1 and `contents` in the plural. */
export function balance({ api, timeouts }: Context): BillsProvider['balance'] {
  return async () => {
    const reply = await api('balance', { method: 'GET', path: '/balance', timeoutMs: timeouts.readMs })
    if (reply.kind === 'unanswered') return unknown(reply.cause)
    if (!reply.isHttpSuccess || reply.body.code !== 1) return refusedWith(codeOf(reply.body))
    const balanceKobo = signedKoboOf(fieldsOf(reply.body.contents).balance)
    return balanceKobo === null ? unknown('no readable balance') : succeeded({ balanceKobo })
  }
}
