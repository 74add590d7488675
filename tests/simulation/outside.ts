import { moveTransfer } from '#sandbox/advance.ts'
import type { FaultRequest } from '#sandbox/faults.ts'
import { disputed, receiveBankTransfer } from '#sandbox/paystack/inbound.ts'
import { buildSandbox } from '#sandbox/server.ts'
import { moveDelivery } from '#sandbox/vtpass/transitions.ts'
import { createWebhookSender, type Deliver, type WebhookSender } from '#sandbox/webhook-sender.ts'
import { createWorld, type Untimed, type World } from '#sandbox/world.ts'
import type { Activity } from './activity.ts'
import type { Chance } from './chance.ts'
import { createNetwork, type Network } from './network.ts'
import type { Time } from './time.ts'

const APP = 'http://localhost:3000'

/** Everything outside the product: providers, banks, mail, connections, and the people who act there. */
export type Outside = {
  readonly world: World
  readonly network: Network
  readonly postman: WebhookSender
  /** Provider faults switched on so far, by name. */
  readonly ordered: Map<string, number>
  /** References whose final outcome was changed later: the product could not know when it decided. */
  readonly turned: Set<string>
  /** Those of them that went through late and then came back. */
  readonly turnedBack: Set<string>
  /** References of payments that a bank has recalled, even if given again later. */
  readonly recalled: Set<string>
  order(fault: Omit<FaultRequest, 'count'> & { count?: number }): void
  /** Somebody pays into an account number; null if the provider did not issue it. */
  payIn(of: { accountNumber: string; amountKobo: bigint }): string | null
  decideTransfer(reference: string, status: 'success' | 'failed' | 'reversed'): void
  decideDelivery(reference: string, status: 'delivered' | 'failed' | 'reversed'): void
  /** A bank recalls a payment, or gives it again. */
  decidePayment(reference: string, status: 'success' | 'reversed'): void
}

/** A fresh outside world. `carry` delivers its messages to the product's process running at that time. */
export function createOutside(parts: { time: Time; chance: Chance; activity: Activity; carry: Deliver }): Outside {
  const { time, chance, activity, carry } = parts
  const turned = new Set<string>()
  const made = createWorld({
    clock: time,
    randomBytes: chance.bytes,
    stateFile: null,
    webhookUrl: `${APP}/webhooks/paystack`,
    vtpassCallbackUrl: `${APP}/webhooks/vtpass/jara-sandbox-callback`,
    callsPerMinute: 1_000_000_000,
  })
  const world: World = {
    ...made,
    record(facts) {
      for (const reference of facts.flatMap(plannedToTurn)) turned.add(reference)
      made.record(facts)
    },
  }
  const sandbox = buildSandbox(world)
  const ordered = new Map<string, number>()
  const recalled = new Set<string>()
  return {
    world,
    network: createNetwork({ sandbox, time, chance, activity }),
    postman: createWebhookSender(world, carry),
    ordered,
    turned,
    turnedBack: new Set(),
    recalled,
    order(fault) {
      const name = `${fault.provider} ${fault.operation} ${fault.fault}`
      ordered.set(name, (ordered.get(name) ?? 0) + 1)
      world.record([{ type: 'fault.set', fault: { count: 1, ...fault, id: `flt_${world.nextId()}` } }])
    },
    payIn({ accountNumber, amountKobo }) {
      const account = world.state.accounts.get(accountNumber)
      if (account === undefined) return null
      return receiveBankTransfer(world, { account, amountKobo, senderName: 'ADA OBI', narration: null }).status
    },
    decideTransfer: (reference, status) => moveTransfer(world, reference, status, null),
    decideDelivery: (reference, status) => moveDelivery(world, reference, status, null),
    decidePayment(reference, status) {
      const payment = world.state.payments.get(reference)
      if (payment === undefined) return
      if (status === 'reversed') recalled.add(reference)
      world.record([{ type: 'payment.moved', reference, status }, ...disputed(world, payment, status)])
    },
  }
}

/** Orders that are accepted, fail, and still go through: the fault `fail-then-success-then-reversed`. */
function plannedToTurn(fact: Untimed): string[] {
  if (fact.type === 'transfer.accepted') return failsFirst(fact.transfer.plan) ? [fact.transfer.reference] : []
  if (fact.type === 'delivery.accepted') return failsFirst(fact.delivery.plan) ? [fact.delivery.requestId] : []
  return []
}

const failsFirst = (plan: readonly { readonly status: string }[]) => plan[0]?.status === 'failed' && plan.length > 1
