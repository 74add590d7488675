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
/** Our choice: VTpass does not document the wait between its five tries. */
const RETRY_AFTER_MS: readonly number[] = [1_000, 3_000, 10_000, 60_000]
/** The false status of a lying callback. Anybody who knows the address can send one: callbacks are unsigned. */
const LIES = {
  pending: 'delivered',
  delivered: 'failed',
  failed: 'delivered',
  reversed: 'delivered',
} as const satisfies Record<DeliveryStatus, DeliveryStatus>

/** The facts that queue a `transaction-update` about a purchase. */
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

/** Changes a plan or takes it off sale, and queues VTpass's callback about it. */
export function planChanged(world: World, change: PlanChange): void {
  world.record([{ type: 'plan.changed', change }])
  const service = serviceNow(world.state, change.serviceId)
  if (service !== undefined) world.record(variationsUpdate(world, service))
}

/** The facts that queue a `variations-update`, which says that this service's plans have changed. */
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

/** Unsigned, and sent at most five times, until answered with exactly `{"response":"success"}`. */
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
