import { PAUSE_KIND } from '#contract/acts/pause-kind.ts'
import {
  countsOfPause,
  pauseKind,
  previewPause,
  readPause,
  requestPause,
  summaryOfPause,
  type UncheckedPause,
} from '#server/installation/settings/operate-pauses.ts'
import type { Act, Unchecked } from './act.ts'
import { tellPages } from './say.ts'

type Asks = typeof PAUSE_KIND.asks

export const pauseKindAct: Act<Asks> = {
  facts: PAUSE_KIND,
  proposal: {
    async describe(deps, asked) {
      const content = await readPause(deps, unchecked(asked))
      return {
        summary: summaryOfPause('pause-kind', content),
        effects: await previewPause(deps, content),
        otherValues: [`Reason: ${content.reason}`],
        details: () => countsOfPause(deps, content),
      }
    },
    request: async (deps, { asked, ...by }) => await requestPause(deps, { ...unchecked(asked), ...by }),
  },
  summary: ({ content }) => summaryOfPause('pause-kind', content),
  preview: async (deps, { content }) => ({
    effects: await previewPause(deps, content),
    details: await countsOfPause(deps, content),
  }),
  carryOut: pauseKind,
  tell: tellPages,
  // In the words that customers read.
  paraphrased: ['kind'],
  makesSubject: true,
}

function unchecked({ kind, service, reason, hours }: Unchecked<Asks>): UncheckedPause {
  return { uncheckedKind: kind, uncheckedService: service, uncheckedReason: reason, uncheckedHours: hours }
}
