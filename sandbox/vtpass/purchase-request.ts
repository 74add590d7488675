import type { Call } from '#sandbox/endpoint.ts'
import { textOf } from '#sandbox/unchecked.ts'
import type { World } from '#sandbox/world.ts'
import { QUANTITY_MAX, type Service, type Variation } from './catalogue.ts'
import type { Code } from './codes.ts'
import { currentBouquet, isCustomerNumber } from './customers.ts'
import { koboFromNaira } from './naira.ts'
import { serviceNow } from './plans.ts'
import { refusedWith } from './refusals.ts'
import { isRequestIdOfToday } from './request-id.ts'

/** A requested purchase, validated as far as possible without looking at earlier ones. */
export type Asked = {
  readonly requestId: string
  readonly service: Service
  readonly variation: Variation | null
  readonly recipient: string
  readonly phone: string
  /** How many: always 1 except for PINs. */
  readonly quantity: number
  /** The total for all of them. */
  readonly amountKobo: bigint
}

/** The code to answer an invalid purchase with. Nothing about it is stored. */
export type Refusal = { readonly refusal: Code }

const PHONE = /^\+?\d{10,15}$/
/** These distinguish a change of bouquet from a renewal; the others do not. */
const ASKS_SUBSCRIPTION_TYPE = new Set(['dstv', 'gotv'])

/** Reads the body of `/pay`: first the id, then the service, then what this kind of service needs. */
export function readPurchase({ body }: Pick<Call, 'body'>, world: Pick<World, 'now' | 'state'>): Asked | Refusal {
  const { request_id: requestId, serviceID: serviceId } = body
  const phone = textOf(body, 'phone')
  if (typeof requestId !== 'string' || requestId === '' || typeof serviceId !== 'string' || phone === null) {
    return refusedWith('pay-field-missing')
  }
  if (!isRequestIdOfToday(requestId, world.now())) return refusedWith('pay-request-id-of-another-day')
  const service = serviceNow(world.state, serviceId)
  if (service === undefined) return refusedWith('pay-product-unknown')
  if (!PHONE.test(phone)) return refusedWith('pay-phone-wrong')
  const recipient = recipientOf(service, body, phone)
  if (recipient === null) return refusedWith('pay-number-wrong')
  const variation = variationOf(service, body, recipient)
  if (variation !== null && 'refusal' in variation) return variation
  const quantity = quantityOf(service, body)
  if (typeof quantity !== 'number') return quantity
  const unitKobo = amountOf(service, body, variation)
  if (typeof unitKobo !== 'bigint') return unitKobo
  return { requestId, service, variation, recipient, phone, quantity, amountKobo: unitKobo * BigInt(quantity) }
}

/** Airtime and PINs go to `phone`; everything else goes to `billersCode`, and `phone` is only a contact number. */
function recipientOf(service: Service, body: Call['body'], phone: string): string | null {
  if (service.category === 'airtime' || service.category === 'education') return phone
  const number = textOf(body, 'billersCode')
  if (number === null) return null
  const fits = service.category === 'data' ? PHONE.test(number) : isCustomerNumber(service, number)
  return fits ? number : null
}

function variationOf(service: Service, body: Call['body'], recipient: string): Variation | null | Refusal {
  if (service.category === 'airtime') return null
  const subscriptionType = textOf(body, 'subscription_type')
  if (ASKS_SUBSCRIPTION_TYPE.has(service.id) && subscriptionType !== 'change' && subscriptionType !== 'renew') {
    return refusedWith('pay-subscription-type')
  }
  const code = body.variation_code
  const renewsAsItIs = service.category === 'tv-subscription' && subscriptionType === 'renew' && code === undefined
  if (renewsAsItIs) return currentBouquet(service, recipient)
  if (typeof code !== 'string' || code === '') return refusedWith('pay-variation-missing')
  return service.variations.find((variation) => variation.code === code) ?? refusedWith('pay-variation-unknown')
}

/** Only PINs have a quantity; the default is one. */
function quantityOf(service: Service, { quantity = 1 }: Call['body']): number | Refusal {
  if (service.category !== 'education') return 1
  if (typeof quantity !== 'number' || !Number.isInteger(quantity)) return refusedWith('pay-quantity-wrong')
  if (quantity < 1) return refusedWith('pay-quantity-low')
  return quantity > QUANTITY_MAX ? refusedWith('pay-quantity-high') : quantity
}

/** If the variation has a price, the amount is ignored. */
function amountOf(service: Service, body: Call['body'], variation: Variation | null): bigint | Refusal {
  if (variation !== null && variation.amountKobo > 0n) return variation.amountKobo
  const amountKobo = koboFromNaira(body.amount)
  if (amountKobo === null) return refusedWith('pay-amount-missing')
  if (amountKobo < service.minKobo) return refusedWith('pay-amount-low')
  return amountKobo > service.maxKobo ? refusedWith('pay-amount-high') : amountKobo
}
