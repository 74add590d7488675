import { describe, expect, it } from 'vitest'
import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { availabilityOf, configureProviders, everyProvider, providerFor, providerForNew } from './registry.ts'

/** Only a name and its availability: no call is made. */
const payments = (name: string, available = true) => ({ name, available: () => available }) as PaymentProvider
const bills = (name: string, available = true) => ({ name, available: () => available }) as BillsProvider

describe('the providers of an installation', () => {
  const providers = configureProviders({
    payments: [payments('first'), payments('second', false)],
    bills: [bills('third')],
  })
  const deps = { providers }

  it('are found by the name that something is kept under, whichever is preferred', () => {
    expect(providerFor(deps, 'payments', 'second').name).toBe('second')
    expect(providerForNew(deps, 'payments').name).toBe('first')
    expect(everyProvider(deps, 'payments').map(({ name }) => name)).toEqual(['first', 'second'])
  })

  it.each([
    ['payments', 'gone'],
    ['payments', ''],
    ['bills', 'jara'],
    ['bills', 'second'],
    ['payments', 'third'],
  ] as const)('of %s have no %s, and nobody answers in its place', (kind, name) => {
    expect(() => providerFor(deps, kind, name)).toThrow(`there is no ${kind} provider ${name} in this installation`)
  })

  it('can be given something now, are silent, or are gone', () => {
    expect(['first', 'second', 'third', 'gone'].map((name) => availabilityOf(deps, name))).toEqual([
      'available',
      'silent',
      'available',
      'gone',
    ])
  })

  it('show nothing of themselves when inspected', () => {
    expect([Object.keys(providers), JSON.stringify(providers)]).toEqual([[], '{}'])
  })

  it.each([
    ['two of one name', ['one', 'one'], ['two']],
    ['one name for both kinds', ['one'], ['one']],
    ['a name that no ledger account can have', ['One-2'], ['two']],
    ['the name of what needs no provider', ['jara'], ['two']],
    ['none for payments', [], ['two']],
    ['none for bills', ['one'], []],
  ])('are refused with %s', (_, ofPayments, ofBills) => {
    const parts = { payments: ofPayments.map((name) => payments(name)), bills: ofBills.map((name) => bills(name)) }
    expect(() => configureProviders(parts)).toThrow(/provider/)
  })
})
