import { RESUME_KIND } from '#contract/acts/resume-kind.ts'
import {
  contentOfResumption,
  previewResumption,
  readRunningPause,
  requestResumption,
  resumeKind,
  summaryOfPause,
} from '#server/installation/settings/operate-pauses.ts'
import type { Act } from './act.ts'
import { tellPages } from './say.ts'

export const resumeKindAct: Act<typeof RESUME_KIND.asks> = {
  facts: RESUME_KIND,
  proposal: {
    async describe(deps, { pause: id }) {
      const pause = await readRunningPause(deps.database, id, deps.clock.now())
      return {
        summary: summaryOfPause('resume-kind', contentOfResumption(pause)),
        effects: await previewResumption(deps, id),
        otherValues: [`Pause: ${pause.id}`],
        about: pause.id,
      }
    },
    request: async (deps, { asked, ...by }) => await requestResumption(deps, { uncheckedId: asked.pause, ...by }),
  },
  summary: ({ content }) => summaryOfPause('resume-kind', content),
  preview: async (deps, { subject }) => ({ effects: await previewResumption(deps, subject) }),
  carryOut: resumeKind,
  tell: tellPages,
  // In the words that customers read.
  paraphrased: ['kind'],
}
