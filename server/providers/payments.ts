import type { Kobo } from '#contract/money.ts'

/**
 * What a provider's answer amounts to. Never an exception: a provider's odd answer is data.
 *
 * - `succeeded`: it said yes, and `value` is what it said.
 * - `declined`: it said a conclusive no. Nothing happened on its side.
 * - `unknown`: timeout, reset, 5xx, unreadable, rate limited. It may or may not have happened.
 */
export type Answer<Value, Reason extends string = string> =
  | { readonly outcome: 'succeeded'; readonly value: Value }
  | { readonly outcome: 'declined'; readonly reason: Reason; readonly message: string }
  | { readonly outcome: 'unknown'; readonly cause: string }

export type ProviderBank = {
  readonly code: string
  readonly name: string
  readonly active: boolean
  readonly slug: string
}

export type IssuedAccount = {
  readonly accountNumber: string
  readonly bankName: string
  readonly accountName: string
  readonly providerAccountId: string
}

/** An account number that belongs to one payment, until it expires. */
export type IssuedCharge = {
  readonly accountNumber: string
  readonly bankName: string
  readonly accountName: string
  readonly expiresAt: Date
}

/** What a transfer's verification says, in our words. `failed` covers failed, rejected, abandoned and blocked. */
export type TransferStanding = 'paid' | 'failed' | 'reversed' | 'pending' | 'not-found'

export type TransferFacts = {
  readonly standing: TransferStanding
  /** The provider's own word, for the record. */
  readonly word: string
  readonly reference: string
  readonly amountKobo: bigint
  readonly currency: string
  /** Null when the provider did not say. */
  readonly accountNumber: string | null
  readonly bankCode: string | null
  /** What the provider took from our float on top, kobo; 0 when it did not say. */
  readonly feeKobo: bigint
  readonly message: string | null
}

/** Why the first POST of a transfer was refused outright: the closed list of docs/orders.md. Everything else is unknown. */
export type TransferRefusal = 'bad-recipient' | 'float-low' | 'below-minimum' | 'not-permitted'

/** A payment that came in, as the provider's verification describes it. */
export type IncomingPayment = {
  readonly providerTransactionId: string
  readonly reference: string
  readonly status: 'success' | 'pending' | 'failed' | 'reversed'
  readonly amountKobo: bigint
  readonly currency: string
  /** What the provider kept, kobo. */
  readonly feeKobo: bigint
  readonly channel: string
  readonly customerCode: string | null
  /** The issued account number the money came in on; null for other channels. */
  readonly receiverAccountNumber: string | null
  readonly senderName: string | null
  readonly paidAt: Date | null
  readonly domain: string
}

/**
 * A line of a provider's list that cannot be ours: what it is about was made in the provider's dashboard, or by another
 * program with the same account. It may have moved our balance all the same.
 */
export type ForeignLine = {
  /** As it is known there: its reference, or the provider's own id when it has none. */
  readonly reference: string | null
  readonly id: string
  /** In the smallest unit of its currency; null when that cannot be read. */
  readonly amount: bigint | null
  readonly fee: bigint
  readonly currency: string | null
  /** The provider's own word, for the record. */
  readonly word: string
  /** By that word the money has moved, or has been put aside for it. */
  readonly hasMoved: boolean
}

/** Which lines of a list are asked for. `isOurs` tells whether a reference can be one of ours. */
export type ListAsk = {
  readonly since: Date
  /** From 1 on. */
  readonly page: number
  readonly isOurs: (reference: string) => boolean
}

/** What every page of a list has. `nextPage` is null on the last page; `notOurs` are no line of ours, whatever they say. */
export type Listed = { readonly notOurs: ForeignLine[]; readonly nextPage: number | null }

/**
 * A payment provider. Every call has a timeout, none is repeated by the adapter, and a call that changes something
 * answers `unknown` unless the provider's answer is conclusive. All amounts are kobo.
 */
export interface PaymentProvider {
  /** As orders, deposits and accounts are marked with it, for ever. */
  readonly name: string
  /** False while the breaker is open: new money out is refused before anything is reserved. */
  available(): boolean
  listBanks(): Promise<Answer<ProviderBank[]>>
  resolveAccount(of: {
    bankCode: string
    accountNumber: string
  }): Promise<Answer<{ accountName: string }, 'not-resolved' | 'unknown-bank' | 'refused'>>
  createCustomer(of: {
    email: string
    firstName: string
    lastName: string
    userId: string
  }): Promise<Answer<{ customerCode: string }>>
  /** Asking again for the same customer answers the same account. */
  issueAccount(of: { customerCode: string }): Promise<Answer<IssuedAccount>>
  /**
   * Asks once for an account number for one payment. Whatever comes in on it is verified like any payment. A reused
   * reference answers `unknown`: the first one may exist, and its number is not told again.
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
  }): Promise<Answer<{ recipientCode: string }>>
  /**
   * Asks for a transfer once. `succeeded` means accepted, not paid: only verifyTransfer proves.
   * A reused reference answers `unknown`: the first one exists.
   */
  sendTransfer(of: {
    reference: string
    recipientCode: string
    amountKobo: Kobo
    reason: string
  }): Promise<Answer<{ word: string }, TransferRefusal>>
  verifyTransfer(reference: string): Promise<Answer<TransferFacts>>
  /**
   * Transfers that were asked for since an instant, whatever became of them. One that may be ours and cannot be read makes
   * the answer `unknown`: a line that is there must not count as missing.
   */
  listTransfers(of: ListAsk): Promise<Answer<{ readonly transfers: TransferFacts[] } & Listed>>
  verifyPayment(reference: string): Promise<Answer<IncomingPayment, 'not-found'>>
  /**
   * Successful incoming payments since an instant, oldest page last. One that cannot be read keeps no other from being
   * credited; whoever compares books looks at `unreadable` first.
   */
  listPayments(
    of: ListAsk,
  ): Promise<Answer<{ readonly payments: IncomingPayment[]; readonly unreadable: string[] } & Listed>>
  /** Our float at the provider, kobo. */
  balance(): Promise<Answer<{ balanceKobo: bigint }>>
  /** True when the signature proves these exact bytes came from the provider. Constant time. */
  webhookIsGenuine(rawBody: Uint8Array, headers: Readonly<Record<string, string | string[] | undefined>>): boolean
  /** What a genuine webhook is about, or null for kinds we do not use. Throws nothing on odd bodies: answers null. */
  readWebhook(rawBody: Uint8Array): ProviderHint | null
}

/** A webhook says only where to look. Nothing in it moves money. */
export type ProviderHint =
  | { readonly about: 'payment'; readonly reference: string; readonly eventKey: string }
  | { readonly about: 'transfer'; readonly reference: string; readonly eventKey: string }
  /** A payment the provider did not take and gives back to its sender. */
  | {
      readonly about: 'rejection'
      readonly customerCode: string
      readonly providerTransactionId: string
      readonly amountKobo: bigint
      readonly eventKey: string
    }
