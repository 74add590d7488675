import type { Exam } from '#contract/kinds/education.ts'
import type { Kobo } from '#contract/money.ts'
import type { MeterType, Network } from '#contract/purchases.ts'
import type { ExactText } from '#server/platform/text/exact-text.ts'
import type { HolderName } from '#server/platform/text/holder-name.ts'
import type { CleanText } from '#server/platform/text/sanitize-line.ts'
import type { Answer } from '#server/providers/answer.ts'

/** Something the provider sells at a fixed price. Amounts in kobo. */
export type ProviderPlan = { readonly code: ExactText; readonly name: CleanText; readonly amountKobo: Kobo }

export type ProviderBiller = { readonly id: ExactText; readonly name: CleanText }

/** A purchase. `amountKobo` is the face value; the provider never sees the price a customer pays. */
export type Purchase =
  | { readonly product: 'airtime'; readonly network: Network; readonly phone: string; readonly amountKobo: Kobo }
  | {
      readonly product: 'data'
      readonly network: Network
      readonly phone: string
      readonly planCode: string
      readonly amountKobo: Kobo
    }
  | {
      readonly product: 'electricity'
      readonly biller: string
      readonly meterNumber: string
      readonly meterType: MeterType
      readonly phone: string
      readonly amountKobo: Kobo
    }
  | {
      readonly product: 'tv'
      readonly biller: string
      readonly smartcardNumber: string
      readonly planCode: string
      readonly phone: string
      readonly amountKobo: Kobo
    }
  | {
      readonly product: 'education'
      readonly exam: Exam
      readonly planCode: string
      readonly quantity: number
      readonly phone: string
      /** The amount of all PINs together. */
      readonly amountKobo: Kobo
    }

/** What an examination's own site asks for: digits, and the serial number where there is one. */
export type DeliveredPin = { readonly serial: ExactText | null; readonly pin: ExactText }

/** What a verification says, in our words. `not-found`: the provider never saw the reference, or not yet. */
export type DeliveryStatus = 'delivered' | 'failed' | 'reversed' | 'pending' | 'not-found'

export type DeliveryFacts = {
  readonly status: DeliveryStatus
  /** The provider's own words, for the record: `000 delivered`. */
  readonly word: CleanText
  readonly reference: ExactText
  /** Face value, kobo; null when the provider did not say. */
  readonly amountKobo: Kobo | null
  /** What the provider charged our wallet, kobo; null when it did not say. */
  readonly costKobo: Kobo | null
  /** The phone, meter or smartcard number; null when the provider did not say. */
  readonly recipient: ExactText | null
  /** Tokens for a prepaid meter, in the order to key them in, digits only; empty when there are none. */
  readonly tokens: readonly ExactText[]
  /** What the tokens are worth, in the provider's words: `45.6 kWh`. */
  readonly units: CleanText | null
  /** The delivered examination PINs; empty for other products. Unreadable PINs are left out. */
  readonly pins: readonly DeliveredPin[]
  /** The provider's time when it answered, in whole seconds; null when it did not say. */
  readonly saidAt: Date | null
}

/**
 * Why the provider refused outright. Only this closed list releases an order that verification does not know. The first
 * five are about the request, the others about us.
 */
export type PurchaseRefusal =
  | 'bad-recipient'
  | 'bad-plan'
  | 'bad-amount'
  | 'not-reachable'
  | 'failed'
  | 'float-low'
  | 'not-permitted'
  | 'bad-reference'

/** Refusals that raise an alarm: our wallet at the provider is empty, or the account or a product is switched off. */
export const REFUSALS_FOR_OPERATORS: readonly PurchaseRefusal[] = ['float-low', 'not-permitted']

/** The subject of an unsigned callback: one purchase, or the provider's plans. */
export type BillsHint =
  | { readonly about: 'purchase'; readonly reference: ExactText; readonly eventKey: ExactText }
  | { readonly about: 'plans' }

/**
 * A provider of airtime, data and bills. As for payments: every call has a timeout, the adapter retries none, and a
 * purchase answers `unknown` unless the provider's answer is conclusive.
 */
export interface BillsProvider {
  /** The name that orders store, forever. */
  readonly name: string
  /** False while the breaker is open: new purchases are refused before anything is reserved. */
  available(): boolean
  listBundles(network: Network): Promise<Answer<ProviderPlan[]>>
  listBillers(category: 'electricity' | 'tv'): Promise<Answer<ProviderBiller[]>>
  listTvPlans(biller: string): Promise<Answer<ProviderPlan[]>>
  listExamPlans(exam: Exam): Promise<Answer<ProviderPlan[]>>
  /**
   * The owner of a meter or smartcard. `declined` with `not-resolved`: the provider knows no such customer; with
   * `unreadable-name`: its answer must not be shown as a name.
   */
  resolveCustomer(of: {
    biller: string
    customerNumber: string
    meterType: MeterType | null
  }): Promise<
    Answer<
      { customerName: HolderName; detail: CleanText | null },
      'not-resolved' | 'unreadable-name' | 'unknown-biller'
    >
  >
  /**
   * A reference for one purchase, created when it is first sent and kept forever. It begins with the minute in
   * Africa/Lagos, and the provider refuses yesterday's. `random` is at least 12 bytes.
   */
  newReference(at: Date, random: Uint8Array): string
  /**
   * When the provider starts to refuse a reference for good, by its own clock. VTpass accepts a request id on the
   * Africa/Lagos day that it begins with and answers 085 on any other (its pages on request ids and response codes). An
   * accepted request keeps its outcome afterwards. Null if this is not the provider's reference.
   */
  referenceEndsAt(reference: string): Date | null
  /**
   * Requests a purchase once. `succeeded` means accepted, not delivered: only verifyPurchase proves delivery. A reused
   * reference or a likely duplicate answers `unknown`.
   */
  buy(purchase: Purchase & { readonly reference: string }): Promise<Answer<{ word: CleanText }, PurchaseRefusal>>
  verifyPurchase(reference: string): Promise<Answer<DeliveryFacts>>
  /** The balance of our wallet at the provider, kobo. */
  balance(): Promise<Answer<{ balanceKobo: bigint }>>
  /** Whether a callback came to the secret address given to this provider: compares its last part, in constant time. */
  isCallbackAddress(lastPart: string): boolean
  /** What a callback is about, or null. Callbacks are not signed: they say only where to look. */
  readCallback(rawBody: Uint8Array): BillsHint | null
}
