import { expectTypeOf, it } from 'vitest'
import type { ExactText } from '#server/platform/text/exact-text.ts'
import type { CleanText } from '#server/platform/text/sanitize-line.ts'
import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import type { SmsProvider } from '#server/providers/sms/sms-provider.ts'

/** Everything a provider says, in any call: the values of its answers, and its webhooks' subjects. */
type Said<Provider> = {
  [Call in keyof Provider]: Provider[Call] extends (...args: never[]) => infer Result ? Value<Awaited<Result>> : never
}[keyof Provider]
type Value<Result> = Result extends { readonly outcome: 'succeeded'; readonly value: infer Of }
  ? Of
  : Result extends { readonly outcome: 'declined'; readonly message: infer Message }
    ? Message
    : Result extends { readonly outcome: 'unknown'; readonly unreadable?: infer Unreadable }
      ? Unreadable
      : Result

/** The names of fields of plain type string, at any depth. A union of literals does not count. */
type PlainTexts<Of, Name extends PropertyKey = 'itself'> = Of extends CleanText | ExactText
  ? never
  : Of extends string
    ? string extends Of
      ? Name
      : never
    : Of extends Date | boolean | bigint | number | null | undefined
      ? never
      : Of extends readonly (infer Item)[]
        ? PlainTexts<Item, Name>
        : { [Field in keyof Of]: PlainTexts<Of[Field], Field> }[keyof Of]

it('finds a plain text wherever it is', () => {
  type Sample = { a: CleanText; b: { c: readonly { d: string | null }[] }; e: ExactText | null; f: 'x' | 'y' }
  expectTypeOf<PlainTexts<Sample>>().toEqualTypeOf<'d'>()
  expectTypeOf<PlainTexts<string | CleanText>>().toEqualTypeOf<'itself'>()
})

it('nothing that a payment provider says leaves its adapter as any text', () => {
  expectTypeOf<PlainTexts<Said<Omit<PaymentProvider, 'name'>>>>().toEqualTypeOf<never>()
})

it('nothing that a bills provider says leaves its adapter as any text', () => {
  // References are ours: we create them.
  expectTypeOf<PlainTexts<Said<Omit<BillsProvider, 'name' | 'newReference'>>>>().toEqualTypeOf<never>()
})

it('nothing that an SMS provider says leaves its adapter as any text', () => {
  expectTypeOf<PlainTexts<Said<Omit<SmsProvider, 'name'>>>>().toEqualTypeOf<never>()
})
