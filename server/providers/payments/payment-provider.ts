import type { Kobo } from '#contract/money.ts'
import type { ExactText } from '#server/platform/text/exact-text.ts'
import type { HolderName } from '#server/platform/text/holder-name.ts'
import type { CleanText } from '#server/platform/text/sanitize-line.ts'
import type { Answer, UnreadablePayment } from '#server/providers/answer.ts'

/*
 * No provider text leaves an adapter unchecked. Each is one of three types: `CleanText` where it describes, `ExactText`
 * where it decides, `HolderName` where a person decides by it. Only the function beside each type creates one, so an
 * adapter that passes raw text on does not compile. A `string` here is our own.
 */

export type ProviderBank = {
  readonly code: ExactText
  readonly name: CleanText
  readonly active: boolean
  readonly slug: ExactText | null
}

export type IssuedAccount = {
  readonly accountNumber: ExactText
  readonly bankName: CleanText
  readonly accountName: CleanText
  /** Kept for support; decides nothing. Null when it cannot be kept exactly. */
  readonly providerAccountId: ExactText | null
}

/** The owner of an account number, which banks require. The phone number is in E.164. */
export type AccountOwner = { readonly firstName: string; readonly lastName: string; readonly phone: string }

/** Why an account number is refused. The first is about the person, the others about us. */
export type AccountRefusal = 'bad-phone' | 'not-validated' | 'limit-reached' | 'not-enabled' | 'refused'

/** An account number for a single payment, until it expires. */
export type IssuedCharge = {
  readonly accountNumber: ExactText
  readonly bankName: CleanText
  readonly accountName: CleanText
  readonly expiresAt: Date
}

/** What a transfer's verification says, in our words. `failed` covers failed, rejected, abandoned and blocked. */
export type TransferStatus = 'paid' | 'failed' | 'reversed' | 'pending' | 'not-found'

export type TransferFacts = {
  readonly status: TransferStatus
  /** The provider's own word, for the record. */
  readonly word: CleanText
  readonly reference: ExactText
  readonly amountKobo: bigint
  readonly currency: ExactText
  /** Null when the provider did not say. */
  readonly accountNumber: ExactText | null
  readonly bankCode: ExactText | null
  /** What the provider charged our float on top, kobo; 0 when it did not say. */
  readonly feeKobo: bigint
  readonly message: CleanText | null
}

/**
 * Why the first POST of a transfer was refused outright: the closed list of docs/reference/orders.md. Everything else
 * is unknown.
 */
export type TransferRefusal = 'bad-recipient' | 'recipient-blocked' | 'float-low' | 'below-minimum' | 'not-permitted'

/** A payment that came in, as the provider's verification describes it. */
export type IncomingPayment = {
  /** The key by which a payment is booked once, forever. */
  readonly providerTransactionId: ExactText
  readonly reference: ExactText
  readonly status: 'success' | 'pending' | 'failed' | 'reversed'
  readonly amountKobo: bigint
  readonly currency: ExactText
  /** What the provider kept, kobo. */
  readonly feeKobo: bigint
  readonly channel: ExactText | null
  /** Null when the provider did not say, here and below. An unreadable value belongs to nobody. */
  readonly customerCode: ExactText | null
  /** The issued account number the money came in on; null for other channels. */
  readonly receiverAccountNumber: ExactText | null
  readonly senderName: CleanText | null
  readonly paidAt: Date | null
  readonly domain: ExactText
}

/**
 * A line of a provider's list that cannot be ours: it was created in the provider's dashboard, or by another program
 * with the same account. It may still have moved our balance.
 */
export type ForeignLine = {
  /** Its reference, or the provider's own id when it has none. */
  readonly reference: ExactText | null
  readonly id: ExactText
  /** In the smallest unit of its currency; null when that cannot be read. */
  readonly amount: bigint | null
  readonly fee: bigint
  readonly currency: ExactText | null
  /** The provider's own word, for the record. */
  readonly word: CleanText
  /** Whether, by that word, money has moved or was set aside. */
  readonly hasMoved: boolean
}

/** The requested lines of a list. `isOurs` tells whether a reference can be ours. */
export type ListAsk = {
  readonly since: Date
  /** From 1 on. */
  readonly page: number
  readonly isOurs: (reference: string) => boolean
}

/** Fields of every page of a list. `nextPage` is null on the last page; `notOurs` are lines that cannot be ours. */
export type Listed = { readonly notOurs: ForeignLine[]; readonly nextPage: number | null }

/**
 * A payment provider. Every call has a timeout, the adapter retries none, and a call that changes something answers
 * `unknown` unless the provider's answer is conclusive. All amounts are kobo.
 */
export interface PaymentProvider {
  /** The name that orders, deposits and accounts store, forever. */
  readonly name: string
  /** False while the breaker is open: new money out is refused before anything is reserved. */
  available(): boolean
  listBanks(): Promise<Answer<ProviderBank[]>>
  /** The account holder's name, by the bank. `unreadable-name`: the answer must not be shown as a name. */
  resolveAccount(of: {
    bankCode: string
    accountNumber: string
  }): Promise<Answer<{ accountName: HolderName }, 'not-resolved' | 'unreadable-name' | 'unknown-bank' | 'refused'>>
  createCustomer(
    of: Omit<AccountOwner, 'phone'> & { phone: string | null; email: string; userId: string },
  ): Promise<Answer<{ customerCode: ExactText }, AccountRefusal>>
  /** A repeat for the same customer returns the same account. */
  issueAccount(of: AccountOwner & { customerCode: string }): Promise<Answer<IssuedAccount, AccountRefusal>>
  /**
   * Requests an account number for one payment, once. Whatever arrives on it is verified like any payment. A reused
   * reference answers `unknown`: the first number may exist, and the provider does not repeat it.
   */
  createCharge(of: {
    email: string
    amountKobo: Kobo
    reference: string
    expiresAt: Date
  }): Promise<Answer<IssuedCharge>>
  createRecipient(of: {
    name: string
    bankCode: string
    accountNumber: string
  }): Promise<Answer<{ recipientCode: ExactText }>>
  /**
   * Requests a transfer once. `succeeded` means accepted, not paid: only verifyTransfer proves payment. A reused
   * reference answers `unknown`: the first transfer exists.
   */
  sendTransfer(of: {
    reference: string
    recipientCode: string
    amountKobo: Kobo
    reason: string
  }): Promise<Answer<{ word: CleanText }, TransferRefusal>>
  verifyTransfer(reference: string): Promise<Answer<TransferFacts>>
  /**
   * Transfers requested since an instant, whatever their outcome. An unreadable one that may be ours makes the answer
   * `unknown`: an existing line must not count as missing.
   */
  listTransfers(of: ListAsk): Promise<Answer<{ readonly transfers: TransferFacts[] } & Listed>>
  verifyPayment(reference: string): Promise<Answer<IncomingPayment, 'not-found'>>
  /**
   * Successful incoming payments since an instant, oldest page last. An unreadable one does not stop others from being
   * credited; a comparison of the books checks `unreadable` first.
   */
  listPayments(of: ListAsk): Promise<Answer<PaymentPage>>
  /** Our float at the provider, kobo. */
  balance(): Promise<Answer<{ balanceKobo: bigint }>>
  /** True when the signature proves these exact bytes came from the provider. Constant time. */
  webhookIsGenuine(rawBody: Uint8Array, headers: Readonly<Record<string, string | string[] | undefined>>): boolean
  /** What a genuine webhook is about, or null for kinds we do not use. Odd bodies give null, never an exception. */
  readWebhook(rawBody: Uint8Array): ProviderHint | null
}

export type PaymentPage = Listed & {
  readonly payments: IncomingPayment[]
  /** Unreadable rows that may be ours. They do not stop the others from being credited. */
  readonly unreadable: readonly UnreadablePayment[]
}

/** A webhook says only where to look. Nothing in it moves money. */
export type ProviderHint =
  | { readonly about: 'payment'; readonly reference: ExactText; readonly eventKey: ExactText }
  | { readonly about: 'transfer'; readonly reference: ExactText; readonly eventKey: ExactText }
  /** A payment that the provider did not accept and returns to its sender. */
  | {
      readonly about: 'rejection'
      readonly customerCode: ExactText
      readonly providerTransactionId: ExactText
      readonly amountKobo: bigint
      readonly eventKey: ExactText
    }
