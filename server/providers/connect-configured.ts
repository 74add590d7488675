import type { Config } from '../config.ts'
import type { ProviderName } from '../config-providers.ts'
import type { Clock, Logger } from '../deps.ts'
import type { BillsProvider } from './bills.ts'
import type { PaymentProvider } from './payments.ts'
import { paystackPayments } from './paystack/adapter.ts'
import { configureProviders, type Providers } from './registry.ts'
import { vtpassBills } from './vtpass/adapter.ts'

type Adapter = (
  config: Config,
  parts: { clock: Clock; log: Logger },
) => { payments?: PaymentProvider; bills?: BillsProvider }

const ADAPTERS: Readonly<Record<ProviderName, Adapter>> = {
  paystack: (config, parts) => ({ payments: paystackPayments({ ...config.paystack, mode: config.mode, ...parts }) }),
  vtpass: (config, parts) => ({ bills: vtpassBills({ ...config.vtpass, ...parts }) }),
}

/** The providers that PROVIDERS names, in its order. */
export function connectConfigured(config: Config, parts: { clock: Clock; log: Logger }): Providers {
  const adapters = config.providers.map((name) => ADAPTERS[name](config, parts))
  return configureProviders({
    payments: adapters.flatMap(({ payments }) => payments ?? []),
    bills: adapters.flatMap(({ bills }) => bills ?? []),
  })
}
