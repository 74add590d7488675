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

/** What is bought. `amountKobo` is the face value; the price a customer pays is no business of the provider. */
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
      /** Of all of them. */
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
  /** What the provider took from our wallet for it, kobo; null when it did not say. */
  readonly costKobo: Kobo | null
  /** The phone, meter or smartcard number it was for; null when the provider did not say. */
  readonly recipient: ExactText | null
  /** What the customer keys into a prepaid meter, one after the other, digits only; none where there is none. */
  readonly tokens: readonly ExactText[]
  /** What the tokens are worth, as the provider words it: `45.6 kWh`. */
  readonly units: CleanText | null
  /** The PINs of an examination that were handed over; none for everything else, and none that cannot be read. */
  readonly pins: readonly DeliveredPin[]
  /** What time it was for the provider when it said so, in whole seconds; null when it did not say. */
  readonly saidAt: Date | null
}

/**
 * Why the provider refused outright. The closed list of what releases an order when verification knows nothing of it.
 * The first five are about the request, the others about us.
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

/** Refusals that an operator has to hear of: our wallet there is empty, or the account or a product is switched off. */
export const REFUSALS_FOR_OPERATORS: readonly PurchaseRefusal[] = ['float-low', 'not-permitted']

/** What an unsigned callback speaks of: one purchase, or what the provider sells. */
export type BillsHint =
  | { readonly about: 'purchase'; readonly reference: ExactText; readonly eventKey: ExactText }
  | { readonly about: 'plans' }

/**
 * A provider of airtime, data and bills. As for payments: every call has a timeout, none is repeated by the adapter, and
 * a purchase answers `unknown` unless the provider's answer is conclusive.
 */
export interface BillsProvider {
  /** As orders are marked with it, for ever. */
  readonly name: string
  /** False while the breaker is open: new purchases are refused before anything is reserved. */
  available(): boolean
  listBundles(network: Network): Promise<Answer<ProviderPlan[]>>
  listBillers(category: 'electricity' | 'tv'): Promise<Answer<ProviderBiller[]>>
  listTvPlans(biller: string): Promise<Answer<ProviderPlan[]>>
  listExamPlans(exam: Exam): Promise<Answer<ProviderPlan[]>>
  /**
   * Whose meter or smartcard this is. `declined` with `not-resolved`: the provider knows no such customer; with
   * `unreadable-name`: it says something that must not be shown as a name.
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
   * A reference for one purchase, made when it is first sent and kept for ever: it begins with the minute in
   * Africa/Lagos, and the provider refuses yesterday's. `random` is at least 12 bytes.
   */
  newReference(at: Date, random: Uint8Array): string
  /**
   * The instant from which the provider refuses a reference for ever, by its own clock: VTpass takes a request id on the day in
   * Africa/Lagos that it begins with and answers 085 on any other (its pages on request ids and response codes). A request
   * that was taken before has its outcome afterwards as well. Null for what is no reference of this provider.
   */
  referenceEndsAt(reference: string): Date | null
  /**
   * Asks for a purchase once. `succeeded` means accepted, not delivered: only verifyPurchase proves.
   * A reused reference or a likely duplicate answers `unknown`.
   */
  buy(purchase: Purchase & { readonly reference: string }): Promise<Answer<{ word: CleanText }, PurchaseRefusal>>
  verifyPurchase(reference: string): Promise<Answer<DeliveryFacts>>
  /** What is left in our wallet at the provider, kobo. */
  balance(): Promise<Answer<{ balanceKobo: bigint }>>
  /** Whether the last part of the address a callback came in on is the one this provider was given. Constant time. */
  isCallbackAddress(lastPart: string): boolean
  /** What a callback is about, or null. Callbacks are not signed: they say only where to look. */
  readCallback(rawBody: Uint8Array): BillsHint | null
}
