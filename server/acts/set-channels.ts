import { SET_CHANNELS } from '#contract/acts/set-channels.ts'
import { CHANNEL_NAMES } from '#contract/console/channel-names.ts'
import { channelsInForce } from '#server/installation/settings/channels-in-force.ts'
import {
  previewChannels,
  readChannels,
  requestChannels,
  setChannels,
  type UncheckedChannels,
} from '#server/installation/settings/operate-channels.ts'
import { channelTexts } from '#server/platform/config/channels.ts'
import type { Act, Unchecked } from './act.ts'
import { tellPages } from './say.ts'

type Asks = typeof SET_CHANNELS.asks

const SUMMARY = 'Change how customers reach support and the community.'

export const setChannelsAct: Act<Asks> = {
  facts: SET_CHANNELS,
  proposal: {
    async describe(deps, asked) {
      const content = await readChannels(deps, unchecked(asked))
      return { summary: SUMMARY, effects: await previewChannels(deps, content), otherValues: [] }
    },
    request: async (deps, { asked, ...by }) => await requestChannels(deps, { ...unchecked(asked), ...by }),
    fill: async (deps) => channelTexts(await channelsInForce(deps)),
  },
  summary: () => SUMMARY,
  preview: async (deps, { content }) => ({ effects: await previewChannels(deps, content) }),
  carryOut: setChannels,
  tell: tellPages,
  // As differences from the current version, and as its start.
  paraphrased: [...Object.keys(CHANNEL_NAMES), 'from'],
  makesSubject: true,
}

function unchecked({ from, ...texts }: Unchecked<Asks>): UncheckedChannels {
  return { uncheckedTexts: texts, uncheckedFrom: from }
}
