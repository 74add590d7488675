import type { Deps } from '#server/deps.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { NO_METRICS } from '#server/platform/metrics/metrics.ts'
import { NO_TRACING } from '#server/platform/tracing/tracing.ts'
import { createPlanLists } from '#server/providers/bills/plan-lists.ts'
import { connectConfigured } from '#server/providers/connect-configured.ts'
import type { CommandIo } from './io.ts'

type Known = Pick<Deps, 'clock' | 'database' | 'events' | 'keys' | 'log' | 'newId' | 'randomBytes'>

/**
 * The product's parts for a command, which serves nobody and runs no jobs. Settings and providers are read on first
 * use, because most commands need neither.
 */
export function productDeps<Of extends Known>(io: CommandIo, known: Of): Of & Deps {
  const config = once(() => readConfig(io.env, { listens: false }))
  const providers = once(() => connectConfigured(config(), known))
  const plans = once(() => createPlanLists({ ...known, providers: providers() }))
  return {
    ...known,
    get config() {
      return config()
    },
    get providers() {
      return providers()
    },
    get plans() {
      return plans()
    },
    metrics: NO_METRICS,
    tracing: NO_TRACING,
    mailer: { send: () => Promise.reject(new Error('no email is sent by this command')) },
    sms: null,
    wakeWorker: () => undefined,
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
