import { assert } from '#server/platform/errors.ts'
import { succeeded, unknown } from '#server/providers/answer.ts'
import type { BillsProvider, Purchase, PurchaseRefusal } from '#server/providers/bills/bill-provider.ts'
import type { Breaker } from '#server/providers/breaker.ts'
import { type Context, evidenceOf, nameOfCode, nameOfEvidence, requestIn } from './api.ts'
import { nairaOf } from './naira.ts'
import { concludePay, wordOf } from './outcomes.ts'
import { isReference } from './references.ts'
import { AIRTIME_SERVICES, DATA_SERVICES, EXAM_SERVICES } from './services.ts'

/**
 * Sends the one POST of a purchase. Only a refusal in the table of outcomes.ts is `declined`; a reused reference and a
 * likely duplicate are `unknown`, because something may have been bought.
 */
export function buy({ api, timeouts }: Context, sending: Breaker): BillsProvider['buy'] {
  return async (purchase) => {
    const { reference } = purchase
    assert(isReference(reference), 'a reference VTpass does not take')
    assert(/^\d{6,15}$/.test(purchase.phone), 'a phone number that is not digits')
    const body = { request_id: reference, ...orderOf(purchase) }
    const reply = await api('buy', { method: 'POST', path: '/pay', body, timeoutMs: timeouts.sendMs }, sending)
    if (reply.kind === 'unanswered') return unknown(reply.cause)
    if (requestIn(reply.body, reference) === 'another') return unknown('an answer about another request')
    const evidence = evidenceOf(reply)
    if (evidence === null) return unknown(nameOfCode(null))
    const conclusion = concludePay(evidence)
    if (conclusion === 'accepted') return succeeded({ word: wordOf(evidence) })
    if (conclusion === 'unknown') return unknown(nameOfEvidence(evidence))
    const reason = conclusion.slice('refused:'.length) as PurchaseRefusal
    return { outcome: 'declined', reason, message: nameOfCode(evidence.code) }
  }
}

/**
 * A purchase in VTpass's format. Numbers are sent as text, so that leading zeros survive. For plans the variation
 * decides the price; the amount states what was agreed.
 */
function orderOf(purchase: Purchase): object {
  const { phone } = purchase
  const amount = nairaOf(purchase.amountKobo)
  switch (purchase.product) {
    case 'airtime':
      return { serviceID: AIRTIME_SERVICES[purchase.network], amount, phone }
    case 'data':
      return {
        serviceID: DATA_SERVICES[purchase.network],
        billersCode: phone,
        variation_code: purchase.planCode,
        amount,
        phone,
      }
    case 'electricity':
      return {
        serviceID: purchase.biller,
        billersCode: purchase.meterNumber,
        variation_code: purchase.meterType,
        amount,
        phone,
      }
    case 'tv':
      return {
        serviceID: purchase.biller,
        billersCode: purchase.smartcardNumber,
        variation_code: purchase.planCode,
        amount,
        phone,
        // A plan was chosen: `renew` would charge whatever bouquet the smartcard has now.
        subscription_type: 'change',
      }
    case 'education': {
      // No amount: it would mean one PIN's price; variation and quantity decide.
      const { planCode, quantity } = purchase
      return { serviceID: EXAM_SERVICES[purchase.exam], variation_code: planCode, quantity, phone }
    }
  }
}
