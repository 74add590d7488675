import { SET_PRICES } from '#contract/acts/set-prices.ts'
import {
  previewPrices,
  readPrices,
  requestPrices,
  setPrices,
  type UncheckedPrices,
} from '#server/installation/settings/operate-prices.ts'
import type { Act, Unchecked } from './act.ts'
import { tellPages } from './say.ts'

type Asks = typeof SET_PRICES.asks

const SUMMARY = 'Change the prices.'

export const setPricesAct: Act<Asks> = {
  facts: SET_PRICES,
  proposal: {
    async describe(deps, asked) {
      const content = await readPrices(deps, unchecked(asked))
      return { summary: SUMMARY, effects: await previewPrices(deps, content), otherValues: [] }
    },
    request: async (deps, { asked, ...by }) => await requestPrices(deps, { ...unchecked(asked), ...by }),
  },
  summary: () => SUMMARY,
  preview: async (deps, { content }) => ({ effects: await previewPrices(deps, content) }),
  carryOut: setPrices,
  tell: tellPages,
  // As differences from the current version, and as its start.
  paraphrased: ['list', 'from'],
  makesSubject: true,
}

function unchecked({ list, from }: Unchecked<Asks>): UncheckedPrices {
  return { uncheckedList: list, uncheckedFrom: from }
}
