import type { Deps } from '#server/deps.ts'
import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { configureProviders } from '#server/providers/registry.ts'
import type { TestJara } from './jara.ts'

/** The product's providers, with some methods replaced. */
export function bending(
  jara: Pick<TestJara, 'payments' | 'bills'>,
  over: { readonly payments?: Partial<PaymentProvider>; readonly bills?: Partial<BillsProvider> },
): Pick<Deps, 'providers'> {
  return {
    providers: configureProviders({
      payments: [{ ...jara.payments, ...over.payments }],
      bills: [{ ...jara.bills, ...over.bills }],
    }),
  }
}
