import type { Deps } from '#server/deps.ts'
import type { OperatorRequest, RequestContent } from '#server/identity/operators/requests.ts'
import { foreseeNotice, foreseeNoticeEnd, readOpenNotice } from '#server/installation/settings/operate-bank-notices.ts'
import { foreseeChannels } from '#server/installation/settings/operate-channels.ts'
import { foreseeLimits } from '#server/installation/settings/operate-limits.ts'
import { foreseePrices } from '#server/installation/settings/operate-prices.ts'

export type ForeseeDeps = Pick<Deps, 'clock' | 'config' | 'database'>

type SettingAct = 'set-bank-notice' | 'end-bank-notice' | 'set-channels' | 'set-prices' | 'set-limits'

/** The effects on customers of confirming a setting. */
export const FORESEE_SETTINGS = {
  'set-bank-notice': async (deps, { content }) => ({ effects: await foreseeNotice(deps, content) }),
  'end-bank-notice': async ({ clock, database }, { subject }) => ({
    effects: foreseeNoticeEnd(await readOpenNotice(database, subject, clock.now())),
  }),
  'set-channels': async (deps, { content }) => ({ effects: await foreseeChannels(deps, content) }),
  'set-prices': async (deps, { content }) => ({ effects: await foreseePrices(deps, content) }),
  'set-limits': async (deps, { content }) => ({ effects: await foreseeLimits(deps, content) }),
} as const satisfies Readonly<
  Record<SettingAct, (deps: ForeseeDeps, request: OperatorRequest) => Promise<{ effects: string[] }>>
>

/** Describes a change of a setting in one sentence. */
export function summaryOfSetting(act: SettingAct, { bank }: RequestContent): string {
  switch (act) {
    case 'set-bank-notice':
      return `Put up a notice about ${bank}.`
    case 'end-bank-notice':
      return `Take down a notice about ${bank}.`
    case 'set-channels':
      return 'Change how customers reach support and the community.'
    case 'set-prices':
      return 'Change the prices.'
    case 'set-limits':
      return 'Change the daily limits.'
  }
}
