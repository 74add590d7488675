import { announce } from '#sandbox/announce.ts'
import type { PlanChange } from '#sandbox/events.ts'
import type { LyingFault } from '#sandbox/faults.ts'
import type { RetryPolicy } from '#sandbox/retry-policy.ts'
import { isObject } from '#sandbox/unchecked.ts'
import type { Untimed, World } from '#sandbox/world.ts'
import { transactionBody } from './bodies.ts'
import { SERVICES, type Service } from './catalogue.ts'
import type { Delivery, DeliveryStatus } from './delivery.ts'
import { serviceNow, variationsContent } from './plans.ts'

const TRIES_MAX = 5
const SOMEBODY_ELSE = '08099999999'
/** Ours: VTpass does not say how long it waits between its five tries. */
const RETRY_AFTER_MS: readonly number[] = [1_000, 3_000, 10_000, 60_000]
/** What a liar tells instead, and what anybody can who knows the address: callbacks carry no signature. */
const LIES = {
  pending: 'delivered',
  delivered: 'failed',
  failed: 'delivered',
  reversed: 'delivered',
} as const satisfies Record<DeliveryStatus, DeliveryStatus>

/** The facts that put a `transaction-update` about a purchase on its way. */
export function transactionUpdate(world: World, delivery: Delivery): Untimed[] {
  const told = (said: Delivery) => ({
    event: `transaction-update ${said.status}`,
    body: JSON.stringify({ type: 'transaction-update', data: transactionBody(said, 'callback') }),
  })
  const lie = (kind: LyingFault) =>
    told(
      kind === 'lying-customer'
        ? { ...delivery, recipient: SOMEBODY_ELSE }
        : { ...delivery, status: LIES[delivery.status] },
    )
  return announce(world, { provider: 'vtpass', told: told(delivery), lie })
}

/** A plan is changed or taken off sale, and what VTpass tells of it. */
export function planChanged(world: World, change: PlanChange): void {
  world.record([{ type: 'plan.changed', change }])
  const service = serviceNow(world.state, change.serviceId)
  if (service !== undefined) world.record(variationsUpdate(world, service))
}

/** The facts that put a `variations-update` on its way: this service's plans are said to have changed. */
export function variationsUpdate(world: World, service: Service): Untimed[] {
  const body = (of: Service) => ({
    event: 'variations-update',
    body: JSON.stringify({
      type: 'variations-update',
      response_description: '000',
      serviceID: of.id,
      service: of.name,
      summary: { added_variation_codes: 0, updated_variation_codes: of.variations.length, removed_variation_codes: 0 },
      data: { response_description: '000', content: variationsContent(of) },
      actionRequired: { message: 'Fetch the variation codes of this service again' },
    }),
  })
  const other = SERVICES.find(({ id }) => id === (service.id === 'mtn-data' ? 'glo-data' : 'mtn-data')) ?? service
  return announce(world, { provider: 'vtpass', told: body(service), lie: () => body(other) })
}

/** Unsigned, and sent five times at most, until it is answered with exactly `{"response":"success"}`. */
export function vtpassCourier(world: World): RetryPolicy {
  return {
    url: world.callbackUrls.vtpass,
    headersFor: () => ({}),
    isArrival: ({ status, text }) => status === 200 && saysSuccess(text),
    waitMs: ({ tries }) => (tries + 1 >= TRIES_MAX ? null : (RETRY_AFTER_MS[tries] ?? 0)),
  }
}

function saysSuccess(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && value.response === 'success' && Object.keys(value).length === 1
  } catch {
    return false
  }
}
