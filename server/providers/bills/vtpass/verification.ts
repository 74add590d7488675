import type { Kobo } from '#contract/money.ts'
import { exactText } from '#server/platform/text/exact-text.ts'
import { succeeded, unknown } from '#server/providers/answer.ts'
import type { BillsProvider, DeliveryFacts } from '#server/providers/bills/bill-provider.ts'
import { type Context, evidenceOf, nameOfCode, nameOfEvidence, requestIn } from './api.ts'
import { codeTextOf, type Fields } from './fields.ts'
import { koboOf } from './naira.ts'
import { concludeRequery, wordOf } from './outcomes.ts'
import { pinsIn } from './pins.ts'
import { tokensIn, unitsIn } from './tokens.ts'

/** The state of a purchase. `not-found` holds for this moment only: right after sending it proves nothing. */
export function verifyPurchase({ api, timeouts }: Context): BillsProvider['verifyPurchase'] {
  return async (uncheckedReference) => {
    const reference = exactText(uncheckedReference)
    if (reference === null) return unknown('not asked: no reference')
    const reply = await api('verifyPurchase', {
      method: 'POST',
      path: '/requery',
      body: { request_id: reference },
      timeoutMs: timeouts.readMs,
    })
    if (reply.kind === 'unanswered') return unknown(reply.cause)
    const request = requestIn(reply.body, reference)
    if (request === 'another') return unknown('another purchase was verified')
    const evidence = evidenceOf(reply)
    if (evidence === null) return unknown(nameOfCode(null))
    const status = concludeRequery(evidence)
    if (status === 'unknown') return unknown(nameOfEvidence(evidence))
    const isConclusive = status === 'delivered' || status === 'failed' || status === 'reversed'
    if (isConclusive && request !== 'ours') return unknown(`${wordOf(evidence)} about an unnamed purchase`)
    const money = moneyIn(reply.body, evidence.transaction)
    if (money === null) return unknown('a purchase with unreadable amounts')
    const facts: DeliveryFacts = {
      status: status,
      word: wordOf(evidence),
      reference,
      ...money,
      recipient: codeTextOf(evidence.transaction.unique_element),
      tokens: tokensIn(reply.body),
      units: unitsIn(reply.body),
      pins: pinsIn(reply.body),
      saidAt: reply.saidAt,
    }
    return succeeded(facts)
  }
}

/**
 * Face value and cost. Null when either is present but unreadable, or VTpass states two face values: money is not
 * guessed.
 */
function moneyIn(
  body: Fields,
  transaction: Fields,
): { readonly amountKobo: Kobo | null; readonly costKobo: Kobo | null } | null {
  const outer = amountIn(body.amount)
  const inner = amountIn(transaction.amount)
  const costKobo = amountIn(transaction.total_amount)
  if (outer === undefined || inner === undefined || costKobo === undefined) return null
  if (outer !== null && inner !== null && outer !== inner) return null
  return { amountKobo: outer ?? inner, costKobo }
}

/** Null when there is no value, undefined when it is not an amount. */
function amountIn(value: unknown): Kobo | null | undefined {
  return value === undefined || value === null || value === '' ? null : (koboOf(value) ?? undefined)
}
