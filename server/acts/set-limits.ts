import { SET_LIMITS } from '#contract/acts/set-limits.ts'
import { formatNairaShort } from '#contract/money.ts'
import {
  previewLimits,
  readLimits,
  requestLimits,
  setLimits,
  type UncheckedLimits,
} from '#server/installation/settings/operate-limits.ts'
import { limitsInForce } from '#server/payments/limits/limits-in-force.ts'
import type { Act, Unchecked } from './act.ts'
import { tellPages } from './say.ts'

type Asks = typeof SET_LIMITS.asks

const SUMMARY = 'Change the daily limits.'

export const setLimitsAct: Act<Asks> = {
  facts: SET_LIMITS,
  proposal: {
    async describe(deps, asked) {
      const content = await readLimits(deps, unchecked(asked))
      return { summary: SUMMARY, effects: await previewLimits(deps, content), otherValues: [] }
    },
    request: async (deps, { asked, ...by }) => await requestLimits(deps, { ...unchecked(asked), ...by }),
    async fill(deps) {
      const { dailyKobo, perBpcKobo, maxKobo } = await limitsInForce(deps)
      return {
        daily: formatNairaShort(dailyKobo),
        perBpc: formatNairaShort(perBpcKobo),
        max: formatNairaShort(maxKobo),
      }
    },
  },
  summary: () => SUMMARY,
  preview: async (deps, { content }) => ({ effects: await previewLimits(deps, content) }),
  carryOut: setLimits,
  tell: tellPages,
  // As differences from the current version, and as its start.
  paraphrased: ['daily', 'perBpc', 'max', 'from'],
  makesSubject: true,
}

function unchecked({ daily, perBpc, max, from }: Unchecked<Asks>): UncheckedLimits {
  return { uncheckedDaily: daily, uncheckedPerBpc: perBpc, uncheckedMax: max, uncheckedFrom: from }
}
