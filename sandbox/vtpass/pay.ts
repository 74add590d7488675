import type { Call, Endpoint } from '#sandbox/endpoint.ts'
import type { Fault } from '#sandbox/faults.ts'
import type { VtpassOperation } from '#sandbox/operations.ts'
import type { Answer, Silence } from '#sandbox/transport.ts'
import type { World } from '#sandbox/world.ts'
import { payAnswer, requeryAnswerWith } from './bodies.ts'
import { commissionKobo } from './catalogue.ts'
import { type Code, codeAnswer, shortAnswer } from './codes.ts'
import { costKobo, type Delivery, targetKey } from './delivery.ts'
import { type DeliveryScenario, scenarioOf } from './delivery-scenario.ts'
import { type Asked, readPurchase } from './purchase-request.ts'
import { codeOf } from './refusals.ts'

/** A purchase of the same service for the same number within this time is taken for a mistake. */
const DUPLICATE_WITHIN_MS = 30_000
const TOKEN_DIGITS = 20
const PIN_DIGITS = 12
const SERIAL_DIGITS = 9
/** Random last digits of VTpass's transaction id; the first come from the counter, so that no two are the same. */
const TRANSACTION_ID_RANDOM_DIGITS = 16

/** An undocumented reply. The purchase is delivered anyway. */
const ODD: Answer = { http: 200, body: { code: '777', message: 'Kindly contact your administrator', content: [] } }

export function payEndpoints(world: World): Endpoint<VtpassOperation>[] {
  return [{ method: 'POST', path: '/pay', operation: 'pay', handle: (call) => pay(world, call), actsOutDecline: true }]
}

function pay(world: World, call: Call): Answer | Silence {
  const { fault } = call
  const asked = readPurchase(call, world)
  if (fault?.fault === 'code' && fault.done !== true) return answerCode(world, fault, asked)
  if ('refusal' in asked) return refusalOf(call, asked.refusal)
  const earlier = objection(world, asked)
  if (earlier !== null) return codeAnswer(earlier, asked.requestId)
  const course = scenarioOf(asked, fault)
  if (course === null) return 'hang-up'
  const delivery = deliveryOf(world, asked, course)
  if (
    fault?.fault === 'refuse' ||
    (delivery.status !== 'failed' && costKobo(delivery) > world.state.vtpassWalletKobo)
  ) {
    return codeAnswer(codeOf('pay-wallet-low'), asked.requestId)
  }
  world.record([{ type: 'delivery.accepted', delivery }])
  if (fault?.fault === 'code') return answerCode(world, fault, asked)
  if (course.answer === 'odd') return ODD
  return course.answer === 'truth' ? payAnswer(delivery) : course.answer
}

function refusalOf({ body }: Call, refusal: Code): Answer {
  return codeAnswer(refusal, typeof body.request_id === 'string' ? body.request_id : undefined)
}

/** The refusal of a purchase that conflicts with an earlier one, if any. */
function objection(world: World, asked: Asked): Code | null {
  if (world.state.deliveries.has(asked.requestId)) return codeOf('pay-request-id-used')
  const key = targetKey({ serviceId: asked.service.id, recipient: asked.recipient })
  const last = world.state.deliveries.get(world.state.lastDeliveryByTarget.get(key) ?? '')
  if (last === undefined || last.status === 'failed' || last.status === 'reversed') return null
  return world.now().getTime() - Date.parse(last.createdAt) < DUPLICATE_WITHIN_MS
    ? codeOf('pay-likely-duplicate')
    : null
}

/** The fault `code`: the reply has that code, and a transaction only if an inner status was requested. */
function answerCode(world: World, fault: Fault, asked: ReturnType<typeof readPurchase>): Answer {
  const code = fault.code ?? ''
  if ('refusal' in asked) return shortAnswer(code)
  if (fault.status === undefined) return shortAnswer(code, asked.requestId)
  const course = scenarioOf(asked, null)
  const delivery =
    world.state.deliveries.get(asked.requestId) ?? (course === null ? null : deliveryOf(world, asked, course))
  return delivery === null ? shortAnswer(code, asked.requestId) : requeryAnswerWith(delivery, code, fault.status)
}

/** Meters ending in this change their key with each purchase. */
const KEY_CHANGE_METER = '0000006'
/** The tokens to enter first; the first one begins with a zero. */
const KEY_CHANGE_TOKENS = ['02345678901234567890', '52345678901234567891'] as const

/** A purchase's whole future is decided here; each move then waits for its time. */
function deliveryOf(world: World, asked: Asked, course: DeliveryScenario): Delivery {
  const nowMs = world.now().getTime()
  const at = world.now().toISOString()
  const id = world.nextId()
  const amountKobo = asked.amountKobo - course.shortKobo
  return {
    id,
    requestId: asked.requestId,
    transactionId: `${id}${world.newDigits(TRANSACTION_ID_RANDOM_DIGITS)}`,
    serviceId: asked.service.id,
    variationCode: asked.variation?.code ?? null,
    recipient: asked.recipient,
    phone: asked.phone,
    amountKobo,
    commissionKobo: commissionKobo(asked.service, amountKobo),
    token: asked.variation?.code === 'prepaid' ? world.newDigits(TOKEN_DIGITS) : null,
    ...(asked.recipient.endsWith(KEY_CHANGE_METER) ? { keyChange: KEY_CHANGE_TOKENS } : {}),
    ...(asked.service.category === 'education' ? newPins(world, asked.quantity) : {}),
    status: course.status,
    walletCreditId: null,
    visibleFromMs: nowMs + course.hiddenMs,
    plan: course.later.map(({ afterMs, status }) => ({ atMs: nowMs + afterMs, status })),
    createdAt: at,
    updatedAt: at,
  }
}

function newPins(world: World, quantity: number): Pick<Delivery, 'quantity' | 'pins'> {
  const pins = Array.from({ length: quantity }, () => ({
    serial: `WRN${world.newDigits(SERIAL_DIGITS)}`,
    pin: world.newDigits(PIN_DIGITS),
  }))
  return { quantity, pins }
}
