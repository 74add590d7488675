import type { Answer } from '#sandbox/transport.ts'
import { CATEGORIES, type Service, serviceWithId } from './catalogue.ts'
import { type Code, descriptionOf, shortAnswer } from './codes.ts'
import { customerBehind } from './customers.ts'
import { costKobo, type Delivery, type DeliveryStatus } from './delivery.ts'
import { nairaDecimals, nairaNumber, nairaText } from './naira.ts'

/** The price of electricity here: ₦225 per kWh. */
const KWH_KOBO = 22_500n

const CODES = { pending: '000', delivered: '000', failed: '016', reversed: '040' } as const satisfies Record<
  DeliveryStatus,
  Code
>

/** The first reply to a purchase. Undecided and failed ones contain no transaction. */
export function payAnswer(delivery: Delivery): Answer {
  if (delivery.status === 'pending') return shortAnswer('099', delivery.requestId)
  if (delivery.status === 'failed') return shortAnswer('016', delivery.requestId)
  return { http: 200, body: transactionBody(delivery, 'pay') }
}

/** The requery reply about a purchase. */
export function requeryAnswer(delivery: Delivery): Answer {
  return { http: 200, body: transactionBody(delivery, 'requery') }
}

/** Like requeryAnswer, with a false code and inner status. */
export function requeryAnswerWith(delivery: Delivery, code: string, status: string): Answer {
  const { content, ...body } = transactionBody(delivery, 'requery')
  const transactions = { ...content.transactions, status }
  return { http: 200, body: { ...body, code, response_description: descriptionOf(code), content: { transactions } } }
}

/** A purchase in VTpass's format. `pay` writes amounts as text, `requery` as numbers; a callback has no date. */
export function transactionBody(delivery: Delivery, told: 'pay' | 'requery' | 'callback') {
  const service = serviceOf(delivery)
  const code = CODES[delivery.status]
  return {
    code,
    content: { transactions: transaction(delivery, service, told) },
    response_description: delivery.status === 'delivered' ? 'TRANSACTION SUCCESSFUL' : descriptionOf(code),
    requestId: delivery.requestId,
    amount: nairaNumber(delivery.amountKobo),
    transaction_date: told === 'callback' ? null : `${delivery.createdAt.slice(0, -1)}000Z`,
    purchased_code: '',
    ...(service.category === 'electricity-bill' ? electricity(delivery, service) : {}),
    ...(service.category === 'education' && delivery.status === 'delivered' ? pinsTold(delivery) : {}),
  }
}

function transaction(delivery: Delivery, service: Service, told: 'pay' | 'requery' | 'callback') {
  const amount = told === 'pay' ? nairaText(delivery.amountKobo) : nairaNumber(delivery.amountKobo)
  return {
    status: delivery.status,
    product_name: service.productName,
    unique_element: delivery.recipient,
    unit_price: unitPrice(delivery, told),
    quantity: delivery.quantity ?? 1,
    service_verification: null,
    channel: 'api',
    commission: told === 'pay' ? floatCommission(delivery, service) : nairaNumber(delivery.commissionKobo),
    total_amount: nairaNumber(costKobo(delivery)),
    discount: null,
    type: CATEGORIES.find(({ id }) => id === service.category)?.type ?? '',
    email: 'practice@example.com',
    phone: delivery.phone,
    name: null,
    convinience_fee: 0,
    amount,
    platform: 'api',
    method: 'api',
    transactionId: delivery.transactionId,
    ...(delivery.walletCreditId === null ? {} : { wallet_credit_id: delivery.walletCreditId }),
    commission_details: {
      amount: nairaNumber(delivery.commissionKobo),
      rate: nairaDecimals(service.commissionBasisPoints),
      rate_type: 'percent',
      computation_type: 'default',
    },
  }
}

/** Multiplies floats like the real VTpass (1.7000000000000002 naira), if the result still rounds to the true amount. */
function floatCommission(delivery: Delivery, service: Service): number {
  const multiplied = nairaNumber(delivery.amountKobo) * (Number(service.commissionBasisPoints) / 10_000)
  const roundsToTruth = Math.round(multiplied * 100) === Number(delivery.commissionKobo)
  return roundsToTruth ? multiplied : nairaNumber(delivery.commissionKobo)
}

/** Electricity's extra fields. The token appears once the purchase is delivered, and again in each requery. */
function electricity(delivery: Delivery, service: Service) {
  const customer = customerBehind(service, delivery.recipient)
  const bought = delivery.status === 'delivered' && delivery.token !== null
  return {
    customerName: customer?.name ?? 'N/A',
    customerAddress: customer?.address ?? 'N/A',
    meterNumber: delivery.recipient,
    ...(bought
      ? {
          purchased_code: `Token : ${(delivery.token ?? '').replace(/(\d{4})(?=\d)/g, '$1 ')}`,
          ...keyChanged(delivery),
          token: delivery.token,
          tokenAmount: nairaNumber(delivery.amountKobo),
          units: `${tenths((delivery.amountKobo * 10n) / KWH_KOBO)} kWh`,
        }
      : {}),
  }
}

function keyChanged({ keyChange: [KCT1, KCT2] = [] }: Delivery) {
  return KCT1 === undefined ? {} : { KCT1, KCT2 }
}

/** The extra fields of PINs: as one text and as a list. */
function pinsTold({ pins = [] }: Delivery) {
  return {
    purchased_code: pins.map(({ serial, pin }) => `Serial No:${serial}, pin: ${pin}`).join('||'),
    cards: pins.map(({ serial, pin }) => ({ Serial: serial, Pin: pin })),
  }
}

function unitPrice(delivery: Delivery, told: 'pay' | 'requery' | 'callback') {
  const unitKobo = delivery.amountKobo / BigInt(delivery.quantity ?? 1)
  return told === 'pay' ? nairaText(unitKobo) : nairaNumber(unitKobo)
}

function tenths(count: bigint): string {
  return `${count / 10n}.${count % 10n}`
}

function serviceOf(delivery: Delivery): Service {
  const service = serviceWithId(delivery.serviceId)
  if (service === undefined) throw new Error(`${delivery.serviceId} is not in the catalogue`)
  return service
}
