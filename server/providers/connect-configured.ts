import type { Config } from '../config.ts'
import type { ProviderName } from '../config-providers.ts'
import type { Clock, Logger } from '../deps.ts'
import type { BillsProvider } from './bills.ts'
import type { HeardTime } from './connect.ts'
import type { PaymentProvider } from './payments.ts'
import { paystackPayments } from './paystack/adapter.ts'
import { configureProviders, type Providers } from './registry.ts'
import { vtpassBills } from './vtpass/adapter.ts'

type Parts = { readonly clock: Clock; readonly log: Logger; readonly hearTime?: (heard: HeardTime) => void }
type Adapter = (config: Config, parts: Parts) => { payments?: PaymentProvider; bills?: BillsProvider }

const ADAPTERS: Readonly<Record<ProviderName, Adapter>> = {
  paystack: (config, parts) => ({ payments: paystackPayments({ ...config.paystack, mode: config.mode, ...parts }) }),
  vtpass: (config, parts) => ({ bills: vtpassBills({ ...config.vtpass, ...parts }) }),
}

/** The providers that PROVIDERS names, in its order. `hearFrom` makes what is told which time each of them gives. */
export function connectConfigured(
  config: Config,
  { hearFrom, ...parts }: Omit<Parts, 'hearTime'> & { hearFrom?: (name: string) => (heard: HeardTime) => void },
): Providers {
  const adapters = config.providers.map((name) =>
    ADAPTERS[name](config, hearFrom === undefined ? parts : { ...parts, hearTime: hearFrom(name) }),
  )
  return configureProviders({
    payments: adapters.flatMap(({ payments }) => payments ?? []),
    bills: adapters.flatMap(({ bills }) => bills ?? []),
  })
}
