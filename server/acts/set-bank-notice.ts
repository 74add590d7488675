import { SET_BANK_NOTICE } from '#contract/acts/set-bank-notice.ts'
import type { RequestContent } from '#server/identity/operators/requests.ts'
import {
  previewNotice,
  readNotice,
  requestNotice,
  setBankNotice,
  type UncheckedNotice,
} from '#server/installation/settings/operate-bank-notices.ts'
import type { Act, Unchecked } from './act.ts'
import { tellPages } from './say.ts'

type Asks = typeof SET_BANK_NOTICE.asks

const summaryOf = ({ bank }: RequestContent) => `Put up a notice about ${bank}.`

export const setBankNoticeAct: Act<Asks> = {
  facts: SET_BANK_NOTICE,
  proposal: {
    async describe(deps, asked) {
      const content = readNotice(deps, unchecked(asked))
      return { summary: summaryOf(content), effects: await previewNotice(deps, content), otherValues: [] }
    },
    request: async (deps, { asked, ...by }) => await requestNotice(deps, { ...unchecked(asked), ...by }),
  },
  summary: ({ content }) => summaryOf(content),
  preview: async (deps, { content }) => ({ effects: await previewNotice(deps, content) }),
  carryOut: setBankNotice,
  tell: tellPages,
  paraphrased: ['from'],
  makesSubject: true,
}

function unchecked({ bank, meaning, source, hours, from }: Unchecked<Asks>): UncheckedNotice {
  return {
    uncheckedBank: bank,
    uncheckedMeaning: meaning,
    uncheckedSource: source,
    uncheckedHours: hours,
    uncheckedFrom: from,
  }
}
