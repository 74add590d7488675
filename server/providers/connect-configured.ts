import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { ProviderName } from '#server/platform/config/providers.ts'
import type { Logger } from '#server/platform/log.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import type { BillsProvider } from '#server/providers/bills/bill-provider.ts'
import { vtpassBills } from '#server/providers/bills/vtpass/adapter.ts'
import type { PaymentProvider } from '#server/providers/payments/payment-provider.ts'
import { paystackPayments } from '#server/providers/payments/paystack/adapter.ts'
import type { SmsProvider } from '#server/providers/sms/sms-provider.ts'
import { termiiSms } from '#server/providers/sms/termii/adapter.ts'
import type { HeardTime } from './provider-http.ts'
import { configureProviders, type Providers } from './registry.ts'

type Parts = {
  readonly clock: Clock
  readonly log: Logger
  readonly tracing?: Tracing
  readonly hearTime?: (heard: HeardTime) => void
}
type Adapter = (config: Config, parts: Parts) => { payments?: PaymentProvider; bills?: BillsProvider }

const ADAPTERS: Readonly<Record<ProviderName, Adapter>> = {
  paystack: (config, parts) => ({ payments: paystackPayments({ ...config.paystack, mode: config.mode, ...parts }) }),
  vtpass: (config, parts) => ({ bills: vtpassBills({ ...config.vtpass, ...parts }) }),
}

/**
 * The providers that PROVIDERS names, in its order. `hearFrom` returns the function that receives a provider's reported
 * times.
 */
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

/** The SMS provider; null where SMS is not offered. */
export function connectSms({ sms }: Pick<Config, 'sms'>, parts: Omit<Parts, 'hearTime'>): SmsProvider | null {
  return sms === null ? null : termiiSms({ ...sms, ...parts })
}
