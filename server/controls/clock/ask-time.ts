import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { everyProvider } from '#server/providers/registry.ts'

/** At a start the providers get this long to say what the time is, ms. */
const ASK_TIME_MS = 3_000

/**
 * Asks each provider once, because any answer says what the time is there: the adapters hand that on. Without an answer in time the
 * guard goes by what it has.
 */
export async function askForTime(deps: Pick<Deps, 'providers'>): Promise<void> {
  const all = [...everyProvider(deps, 'payments'), ...everyProvider(deps, 'bills')]
  await Promise.race([
    Promise.all(all.map((provider) => provider.balance())),
    sleep(ASK_TIME_MS, undefined, { ref: false }),
  ])
}
