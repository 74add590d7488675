import type { DailyLimits } from '#contract/daily-limits.ts'
import type { PriceList } from '#contract/prices.ts'
import type { Deps } from '#server/deps.ts'
import { limitsInForce } from '#server/payments/limits/limits-in-force.ts'
import { pricesInForce } from '#server/payments/prices/prices-in-force.ts'
import type { Channels } from '#server/platform/config/channels.ts'
import { channelsInForce } from './channels-in-force.ts'

/** The settings that operators change while Jara runs and every page shows. */
export type SettingsInForce = {
  readonly channels: Channels
  readonly prices: PriceList
  readonly limits: DailyLimits
}

export async function settingsInForce(deps: Pick<Deps, 'clock' | 'config' | 'database'>): Promise<SettingsInForce> {
  const [channels, prices, limits] = await Promise.all([
    channelsInForce(deps),
    pricesInForce(deps),
    limitsInForce(deps),
  ])
  return { channels, prices, limits }
}
