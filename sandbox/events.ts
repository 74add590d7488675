import type { BrowserKeys } from '#sandbox/push/browser.ts'
import type { Delivery, DeliveryStatus } from '#sandbox/vtpass/delivery.ts'
import type { Fault, FaultRequest, Provider, SignatureFault } from './faults.ts'

/** One plan of a service as changed on the board. Null: no longer sold. */
export type PlanChange = {
  readonly serviceId: string
  readonly code: string
  readonly plan: { readonly name: string; readonly amountKobo: bigint } | null
}

/**
 * What can happen in the sandbox world. Each event is one line of the truth log, written before anyone learns of it,
 * and the world's state is the fold of all lines. Amounts are kobo; instants are ISO 8601.
 */
export type WorldEvent = { readonly at: string } & (
  | { readonly type: 'customer.saved'; readonly customer: Customer }
  | { readonly type: 'account.issued'; readonly account: IssuedAccount }
  | { readonly type: 'recipient.saved'; readonly recipient: Recipient }
  | { readonly type: 'transfer.accepted'; readonly transfer: Transfer }
  | {
      readonly type: 'transfer.moved'
      readonly reference: string
      readonly status: TransferStatus
      readonly planned: boolean
    }
  /** Created or changed: replaces an earlier transfer with the same id. */
  | { readonly type: 'dashboard.saved'; readonly transfer: DashboardTransfer }
  | { readonly type: 'payment.expected'; readonly payment: Payment }
  | { readonly type: 'payment.received'; readonly payment: Payment; readonly inbound: Inbound }
  | { readonly type: 'payment.moved'; readonly reference: string; readonly status: PaymentStatus }
  | { readonly type: 'inbound.refused'; readonly inbound: Inbound }
  | { readonly type: 'refund.saved'; readonly refund: Refund }
  | { readonly type: 'delivery.accepted'; readonly delivery: Delivery }
  | {
      readonly type: 'delivery.moved'
      readonly requestId: string
      readonly status: DeliveryStatus
      readonly planned: boolean
      /** VTpass's number for the refund; null unless money was taken and is now given back. */
      readonly walletCreditId: string | null
    }
  | { readonly type: 'plan.changed'; readonly change: PlanChange }
  | { readonly type: 'fault.set'; readonly fault: FaultRequest & { readonly id: string } }
  | { readonly type: 'fault.used'; readonly id: Fault['id'] }
  | { readonly type: 'bank.switched'; readonly code: string; readonly open: boolean }
  | { readonly type: 'message.queued'; readonly message: QueuedMessage }
  | {
      readonly type: 'message.tried'
      readonly id: string
      readonly status: number | null
      readonly nextAt: string | null
    }
  | { readonly type: 'email.received'; readonly email: SandboxEmail }
  | { readonly type: 'push.subscribed'; readonly subscription: Omit<SandboxSubscription, 'endedAt'> }
  | { readonly type: 'push.ended'; readonly id: string }
  | { readonly type: 'push.received'; readonly message: SandboxPush }
  | { readonly type: 'sms.accepted'; readonly sms: SandboxSms }
  | { readonly type: 'world.reset'; readonly everything: boolean }
)

export type Customer = {
  readonly id: number
  readonly code: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly metadata: Record<string, unknown> | null
  readonly identified: boolean
  readonly createdAt: string
}

export type IssuedAccount = {
  readonly id: number
  readonly accountNumber: string
  readonly accountName: string
  readonly customerCode: string
  /** `customer`: forever. `payment`: for one charge by bank transfer, until it expires. */
  readonly purpose: 'customer' | 'payment'
  readonly paymentReference: string | null
  readonly expiresAt: string | null
  readonly createdAt: string
}

export type Recipient = {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly description: string | null
  readonly metadata: Record<string, unknown> | null
  readonly accountNumber: string
  readonly accountName: string
  readonly bankCode: string
  readonly bankName: string
  readonly createdAt: string
}

/** `pending`: nothing final yet. All others are conclusive, though `success` can still become `reversed`. */
export type TransferStatus = 'pending' | 'otp' | 'success' | 'failed' | 'reversed'

export type PlannedMove = { readonly atMs: number; readonly status: TransferStatus }

export type Transfer = {
  readonly id: number
  readonly code: string
  readonly reference: string
  readonly recipientCode: string
  /** What the bank pays. Differs from the requested amount only under the fault `wrong-amount`. */
  readonly amountKobo: bigint
  /** Paystack's fee, taken from the balance on top of the amount. */
  readonly feeKobo: bigint
  readonly reason: string
  readonly status: TransferStatus
  /** Until this instant Paystack returns 404 for it, although it exists: it is being validated. */
  readonly visibleFromMs: number
  readonly plan: readonly PlannedMove[]
  readonly createdAt: string
  readonly updatedAt: string
  readonly transferredAt: string | null
}

/** A transfer made by hand in Paystack's dashboard: from the same balance, but not sent by the app. */
export type DashboardTransfer = {
  readonly id: number
  readonly code: string
  /** Null: it has none, as in Paystack's published list example. */
  readonly reference: string | null
  /** In the smallest unit of its currency. Naira come from the balance; other currencies have balances of their own. */
  readonly amount: bigint
  readonly currency: string
  readonly status: TransferStatus
  readonly createdAt: string
  readonly updatedAt: string
}

type PaymentStatus = 'ongoing' | 'success' | 'failed' | 'reversed'

/** A payment into an issued account: what Paystack calls a transaction. */
export type Payment = {
  readonly id: number
  readonly reference: string
  readonly channel: 'dedicated_nuban' | 'bank_transfer'
  readonly customerCode: string
  readonly accountNumber: string
  readonly amountKobo: bigint
  readonly requestedKobo: bigint
  readonly feeKobo: bigint
  readonly status: PaymentStatus
  readonly metadata: Record<string, unknown> | null
  readonly senderName: string | null
  readonly narration: string | null
  readonly createdAt: string
  readonly paidAt: string | null
}

/** A bank transfer into an issued account number. */
export type Inbound = {
  readonly id: number
  /** The payment's reference; for refused transfers a reference of its own. */
  readonly reference: string
  readonly accountNumber: string
  readonly amountKobo: bigint
  readonly senderName: string
  /** `received`: credited. `rejected`: Paystack sent it back and announced it. `returned`: sent back without notice. */
  readonly status: 'received' | 'rejected' | 'returned'
  readonly at: string
}

export type Refund = {
  readonly id: number
  readonly reference: string
  readonly paymentReference: string
  readonly amountKobo: bigint
  readonly status: 'pending' | 'processed'
  readonly customerNote: string
  readonly merchantNote: string
  readonly createdAt: string
}

/** An email accepted by the mail server, for one recipient. */
export type SandboxEmail = {
  readonly id: string
  /** The sender's Message-ID: the same if an email arrives twice. */
  readonly messageId: string | null
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The HTML part, if it has one. */
  readonly html?: string
  /** The email's List-Unsubscribe header, if any. */
  readonly listUnsubscribe?: string
  /** The value of List-Unsubscribe-Post. */
  readonly listUnsubscribePost?: string
  readonly at: string
}

/** A subscribed browser of this world, including the private keys that a real one never reveals. */
export type SandboxSubscription = BrowserKeys & {
  readonly id: string
  /** The public key of the only sender allowed. */
  readonly applicationServerKey: string
  readonly at: string
  /** Null: still reachable. */
  readonly endedAt: string | null
}

/** A message that the push service accepted for a browser. */
export type SandboxPush = {
  readonly id: string
  readonly subscription: SandboxSubscription['id']
  readonly topic: string | null
  readonly ttlS: number
  readonly urgency: string
  /** What the browser decrypts; null if it cannot. */
  readonly text: string | null
  readonly at: string
}

/** An SMS that Termii accepted. Its status is the one in Termii's history. */
export type SandboxSms = {
  readonly id: string
  readonly messageId: string
  readonly from: string
  /** `2348031234567` */
  readonly to: string
  readonly text: string
  /** Null: the text does not fit the SMS alphabet. */
  readonly parts: number | null
  readonly status: string
  readonly at: string
}

/** One webhook, with the exact bytes to be sent. */
export type QueuedMessage = {
  readonly id: string
  readonly provider: Provider
  readonly event: string
  readonly body: string
  /** False: sent by an attacker who does not know the provider's key. Never retried. */
  readonly genuine: boolean
  /** How its signature is wrong, although its sender knows the key; absent if it is right. */
  readonly signature?: SignatureFault
  readonly dueAtMs: number
  /** True: waits until a later message was sent, or until it is due. */
  readonly afterNext: boolean
}
