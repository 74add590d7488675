import { bankWithCode } from '#sandbox/banks.ts'
import type { FaultName, FaultRequest } from '#sandbox/faults.ts'
import type { Simulation } from '#tests/simulation/simulation.ts'
import type { Operation } from './operation.ts'

type Aim = {
  readonly weight: number
  readonly provider: FaultRequest['provider']
  readonly operation: FaultRequest['operation']
  readonly faults: readonly FaultName[]
}

/** Faults of any call. Silence and delay of the connections are in network.ts. */
const ON_ANY = [
  'timeout',
  'down',
  'rate-limited',
  'accept-then-500',
  'accept-then-timeout',
  'reset',
  'html-502',
  'empty',
  'cut-json',
] as const
const LISTS = ['list-missing-line', 'list-extra-line', 'list-wrong-amount'] as const
const WEBHOOKS = ['lost', 'duplicate', 'late', 'out-of-order', 'forged', 'lying', 'lying'] as const

const AIMS: readonly Aim[] = [
  {
    provider: 'paystack',
    weight: 6,
    operation: 'transfer',
    faults: [
      ...ON_ANY,
      'decline',
      'refuse',
      'pending',
      'otp',
      'not-found-then-success',
      'success-then-reversed',
      'fail-then-success-then-reversed',
      'wrong-amount',
    ],
  },
  {
    provider: 'paystack',
    weight: 4,
    operation: 'transfer-verify',
    faults: [...ON_ANY, 'pending', 'not-found-then-success', 'wrong-amount'],
  },
  {
    provider: 'paystack',
    weight: 2,
    operation: 'payment-verify',
    faults: [...ON_ANY, 'pending', 'not-found-then-success', 'wrong-amount'],
  },
  { provider: 'paystack', weight: 2, operation: 'charge', faults: [...ON_ANY, 'decline', 'short-lived'] },
  { provider: 'paystack', weight: 1, operation: 'inbound', faults: ['send-back'] },
  { provider: 'paystack', weight: 1, operation: 'recipient', faults: [...ON_ANY, 'decline'] },
  { provider: 'paystack', weight: 1, operation: 'payments', faults: [...ON_ANY, ...LISTS] },
  { provider: 'paystack', weight: 1, operation: 'transfers', faults: [...ON_ANY, ...LISTS] },
  { provider: 'paystack', weight: 1, operation: 'balance', faults: ON_ANY },
  { provider: 'paystack', weight: 1, operation: 'dedicated-accounts', faults: [...ON_ANY, 'account-not-enabled'] },
  {
    provider: 'paystack',
    weight: 1,
    operation: 'dedicated-account',
    faults: [...ON_ANY, 'decline', 'account-phone-invalid', 'account-limit-reached', 'account-not-enabled'],
  },
  { provider: 'paystack', weight: 4, operation: 'webhook', faults: WEBHOOKS },
  {
    provider: 'vtpass',
    weight: 6,
    operation: 'pay',
    faults: [
      ...ON_ANY,
      'decline',
      'refuse',
      'pending',
      'not-found-then-success',
      'success-then-reversed',
      'fail-then-success-then-reversed',
      'accept-then-fail',
      'wrong-amount',
      'code',
    ],
  },
  {
    provider: 'vtpass',
    weight: 3,
    operation: 'requery',
    faults: [...ON_ANY, 'pending', 'not-found-then-success', 'wrong-amount', 'code'],
  },
  { provider: 'vtpass', weight: 1, operation: 'merchant-verify', faults: [...ON_ANY, 'decline'] },
  { provider: 'vtpass', weight: 4, operation: 'webhook', faults: WEBHOOKS },
]

/** Replies that refuse a purchase. Half of them lie: it was carried out. */
export const REFUSING_CODES = ['030', '035', '087'] as const
/** Also codes that prove nothing: system errors, duplicates, undocumented codes. */
const ODD_CODES = ['083', '014', '019', ...REFUSING_CODES, '089', '099', '777'] as const
const WAITING: readonly FaultName[] = [
  'late',
  'out-of-order',
  'not-found-then-success',
  'success-then-reversed',
  'fail-then-success-then-reversed',
  'accept-then-fail',
  'short-lived',
]
const WAIT_MAX_MS = 20 * 60_000

export const fault: Operation = {
  name: 'provider fault',
  weight: 90,
  async run({ chance, outside }) {
    const { provider, operation, faults } = chance.weighted(AIMS)
    const name = chance.oneOf(faults)
    const delayMs = WAITING.includes(name) && chance.is(0.5) ? { delayMs: chance.below(WAIT_MAX_MS) } : {}
    const code =
      name === 'code' ? { code: chance.oneOf(ODD_CODES), ...(operation === 'pay' ? { done: chance.is(0.5) } : {}) } : {}
    outside.order({ provider, operation, fault: name, count: chance.between(1, 3), ...delayMs, ...code })
    return `${provider} ${operation} ${name}`
  },
}

export const decide: Operation = {
  name: 'provider decides',
  weight: 25,
  async run({ chance, outside }) {
    const { transfers, deliveries } = outside.world.state
    const transfer = [...transfers.values()].find(
      (each) => (each.status === 'pending' || each.status === 'otp') && each.plan.length === 0,
    )
    if (transfer !== undefined) {
      const status = chance.oneOf(['success', 'success', 'failed'] as const)
      outside.decideTransfer(transfer.reference, status)
      return `transfer ${status}`
    }
    const delivery = [...deliveries.values()].find((each) => each.status === 'pending' && each.plan.length === 0)
    if (delivery === undefined) return 'nothing is undecided'
    const status = chance.oneOf(['delivered', 'delivered', 'failed'] as const)
    outside.decideDelivery(delivery.requestId, status)
    return `delivery ${status}`
  },
}

/** Older orders are checked less often, so the product might not notice before the run ends. */
const TURNED_WITHIN_MS = 6 * 60 * 60_000

/** Reverses what was paid, and pays what had failed, which may then come back too. Each happens once. */
export const turn: Operation = {
  name: 'provider turns',
  weight: 8,
  async run(simulation) {
    const { chance, outside } = simulation
    const { transfers, deliveries } = outside.world.state
    const isRecent = ({ updatedAt }: { updatedAt: string }) =>
      simulation.time.nowMs - Date.parse(updatedAt) < TURNED_WITHIN_MS
    const wanted = chance.oneOf(['success', 'success', 'failed'] as const)
    const isBack = wanted === 'success' && chance.is(0.5)
    if (chance.is(0.5)) {
      const found = [...transfers.values()].filter(
        (each) => each.status === wanted && isTurnable(simulation, each, isBack) && isRecent(each),
      )
      if (found.length === 0) return 'nothing to turn'
      const { reference } = chance.oneOf(found)
      note(simulation, reference, isBack)
      outside.decideTransfer(reference, wanted === 'success' ? 'reversed' : 'success')
      return `transfer was ${wanted}`
    }
    const status = wanted === 'success' ? 'delivered' : 'failed'
    const found = [...deliveries.values()].filter(
      (each) =>
        each.status === status &&
        isTurnable(simulation, { reference: each.requestId, plan: each.plan }, isBack) &&
        isRecent(each),
    )
    if (found.length === 0) return 'nothing to turn'
    const { requestId } = chance.oneOf(found)
    note(simulation, requestId, isBack)
    outside.decideDelivery(requestId, status === 'delivered' ? 'reversed' : 'delivered')
    return `delivery was ${status}`
  },
}

/** `isBack`: for payments that went through late. What still has planned moves is not moved by hand. */
function isTurnable(
  { outside }: Simulation,
  { reference, plan }: { readonly reference: string; readonly plan: readonly unknown[] },
  isBack: boolean,
): boolean {
  if (plan.length > 0) return false
  return isBack ? outside.turned.has(reference) && !outside.turnedBack.has(reference) : !outside.turned.has(reference)
}

function note({ outside }: Simulation, reference: string, isBack: boolean): void {
  outside.turned.add(reference)
  if (isBack) outside.turnedBack.add(reference)
}

export const bank: Operation = {
  name: 'bank opens or closes',
  weight: 4,
  async run({ chance, outside }) {
    const code = chance.oneOf(['058', '011'])
    const open = chance.is(0.6)
    if (bankWithCode(code)?.active !== true) return 'no such bank'
    outside.world.record([{ type: 'bank.switched', code, open }])
    return `${code} ${open ? 'opens' : 'closes'}`
  },
}

export const outage: Operation = {
  name: 'line cut',
  weight: 3,
  async run({ chance, outside }) {
    const provider = chance.oneOf(['paystack', 'vtpass'] as const)
    outside.network.cut(provider, chance.oneOf([5_000, 60_000, 10 * 60_000]))
    return provider
  },
}
