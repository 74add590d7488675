import type { Delivery } from '#sandbox/vtpass/delivery.ts'
import type {
  Customer,
  DashboardTransfer,
  Inbound,
  IssuedAccount,
  Payment,
  PlanChange,
  QueuedMessage,
  Recipient,
  Refund,
  SandboxEmail,
  SandboxPush,
  SandboxSms,
  SandboxSubscription,
  Transfer,
  WorldEvent,
} from './events.ts'
import type { Fault } from './faults.ts'

/** What Paystack holds for us when the world begins: ₦1,000,000,000. */
const OPENING_FLOAT_KOBO = 100_000_000_000n
/** What our wallet at VTpass holds then: the same. */
const OPENING_VTPASS_WALLET_KOBO = 100_000_000_000n

export type Message = QueuedMessage & {
  readonly tries: number
  readonly lastStatus: number | null
  /** When it is to be sent (again). Null: answered 200, or given up. */
  readonly nextAtMs: number | null
}

/** A move planned for an instant. A delivery's reference is its request id. */
type Due = { readonly atMs: number; readonly of: 'transfer' | 'delivery'; readonly reference: string }

export type State = {
  balanceKobo: bigint
  readonly customers: Map<string, Customer>
  readonly customerCodeByEmail: Map<string, string>
  readonly accounts: Map<string, IssuedAccount>
  /** Each customer's permanent number, by customer code. */
  readonly accountNumberByCustomer: Map<string, string>
  readonly recipients: Map<string, Recipient>
  /** Recipient code by `bank code/account number`: a second POST returns the first record. */
  readonly recipientCodeByAccount: Map<string, string>
  readonly transfers: Map<string, Transfer>
  /** Transfers made by hand, by id. */
  readonly dashboardTransfers: Map<number, DashboardTransfer>
  readonly payments: Map<string, Payment>
  inbound: Inbound[]
  readonly refunds: Map<number, Refund>
  vtpassWalletKobo: bigint
  readonly deliveries: Map<string, Delivery>
  /** The last request id by `service/number`. */
  readonly lastDeliveryByTarget: Map<string, string>
  /** Plans that differ from the catalogue, by `service/code`. */
  readonly planChanges: Map<string, PlanChange>
  faults: Fault[]
  readonly bankOpen: Map<string, boolean>
  /** Messages still to be sent. */
  readonly messages: Map<string, Message>
  lastTriedMessage: string
  /** The latest emails, oldest first. */
  readonly emails: SandboxEmail[]
  /** Browsers that subscribed to push, by id. */
  readonly pushSubscriptions: Map<string, SandboxSubscription>
  /** The latest push messages, oldest first. */
  readonly pushMessages: SandboxPush[]
  /** Like `emails`. */
  readonly sms: SandboxSms[]
  /** Planned moves, earliest first. Entries that no longer match a plan are skipped. */
  due: Due[]
  /** Facts at or before this id are not shown by `GET /control/truth`. */
  truthAfterId: number
  lastId: number
  recent: { at: string; text: string }[]
}

/** The world before anything has happened. */
export function emptyState(): State {
  return {
    balanceKobo: OPENING_FLOAT_KOBO,
    customers: new Map(),
    customerCodeByEmail: new Map(),
    accounts: new Map(),
    accountNumberByCustomer: new Map(),
    recipients: new Map(),
    recipientCodeByAccount: new Map(),
    transfers: new Map(),
    dashboardTransfers: new Map(),
    payments: new Map(),
    inbound: [],
    refunds: new Map(),
    vtpassWalletKobo: OPENING_VTPASS_WALLET_KOBO,
    deliveries: new Map(),
    lastDeliveryByTarget: new Map(),
    planChanges: new Map(),
    faults: [],
    bankOpen: new Map(),
    messages: new Map(),
    lastTriedMessage: '',
    emails: [],
    pushSubscriptions: new Map(),
    pushMessages: [],
    sms: [],
    due: [],
    truthAfterId: 0,
    lastId: 0,
    recent: [],
  }
}

/** What a transfer has taken from the balance, fee included: nothing once it has failed or come back. */
export function drawnKobo(transfer: Pick<Transfer, 'status' | 'amountKobo' | 'feeKobo'>): bigint {
  const gone = transfer.status !== 'failed' && transfer.status !== 'reversed'
  return gone ? transfer.amountKobo + transfer.feeKobo : 0n
}

/** Like drawnKobo, for a transfer made by hand: it has no fee here, and in another currency it draws no naira. */
export function drawnByHandKobo({ status, amount, currency }: DashboardTransfer): bigint {
  return currency === 'NGN' ? drawnKobo({ status, amountKobo: amount, feeKobo: 0n }) : 0n
}

/** What a payment has added to the balance. Settled at once, net of the fee, which a reversal does not refund. */
export function broughtKobo(payment: Pick<Payment, 'status' | 'amountKobo' | 'feeKobo'>): bigint {
  if (payment.status === 'reversed') return -payment.feeKobo
  return payment.status === 'success' ? payment.amountKobo - payment.feeKobo : 0n
}

/** The key under which a bank account is known as a recipient. */
export function accountKey(account: { bankCode: string; accountNumber: string }): string {
  return `${account.bankCode}/${account.accountNumber}`
}

/** Inserts a planned move in order of time. It is nearly always the latest, so the search starts at the end. */
export function schedule(state: State, due: Due): void {
  let place = state.due.length
  while (place > 0 && (state.due[place - 1]?.atMs ?? 0) > due.atMs) place--
  state.due.splice(place, 0, due)
}

/** `flt_4000000001`, `msg_4000000002`: text ids use the same counter. */
const ID_PREFIX_LENGTH = 4

/** The highest id in a fact; the next id is above all of them, even after a restart. */
export function idOf(fact: WorldEvent): number {
  switch (fact.type) {
    case 'customer.saved':
      return fact.customer.id
    case 'account.issued':
      return fact.account.id
    case 'recipient.saved':
      return fact.recipient.id
    case 'transfer.accepted':
      return fact.transfer.id
    case 'dashboard.saved':
      return fact.transfer.id
    case 'payment.expected':
    case 'payment.received':
      return Math.max(fact.payment.id, fact.type === 'payment.received' ? fact.inbound.id : 0)
    case 'inbound.refused':
      return fact.inbound.id
    case 'refund.saved':
      return fact.refund.id
    case 'delivery.accepted':
      return fact.delivery.id
    case 'fault.set':
      return Number(fact.fault.id.slice(ID_PREFIX_LENGTH))
    case 'message.queued':
      return Number(fact.message.id.slice(ID_PREFIX_LENGTH))
    case 'sms.accepted':
      return Number(fact.sms.id.slice(ID_PREFIX_LENGTH))
    case 'email.received':
      return Number(fact.email.id.slice(ID_PREFIX_LENGTH))
    case 'push.subscribed':
      return Number(fact.subscription.id.slice(ID_PREFIX_LENGTH))
    case 'push.received':
      return Number(fact.message.id.slice(ID_PREFIX_LENGTH))
    default:
      return 0
  }
}
