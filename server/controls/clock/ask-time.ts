import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { everyProvider } from '#server/providers/registry.ts'

/** How long providers have to answer at a start, ms. */
const ASK_TIME_MS = 3_000

/**
 * Asks each provider once at a start: every answer carries the provider's time, which the adapters report. Without an
 * answer in time, the guard uses what it has.
 */
export async function askForTime(deps: Pick<Deps, 'providers'>): Promise<void> {
  const all = [...everyProvider(deps, 'payments'), ...everyProvider(deps, 'bills')]
  await Promise.race([
    Promise.all(all.map((provider) => provider.balance())),
    sleep(ASK_TIME_MS, undefined, { ref: false }),
  ])
}
