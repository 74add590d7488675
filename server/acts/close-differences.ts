import { CLOSE_DIFFERENCES } from '#contract/acts/close-differences.ts'
import { providerName } from '#contract/console/provider-names.ts'
import { formatNaira, kobo } from '#contract/money.ts'
import {
  closeTogether,
  previewTogether,
  readTogether,
  requestTogether,
  sayDifferences,
  type UncheckedTogether,
} from '#server/controls/reconciliation/close-together.ts'
import type { Act, Asked, Unchecked } from './act.ts'
import { asShown, previewOwnMoney } from './own-money.ts'

type Asks = typeof CLOSE_DIFFERENCES.asks

const REMAINS = 'Nothing of them stays open: all are closed, or none is.'

export const closeDifferencesAct: Act<Asks> = {
  facts: CLOSE_DIFFERENCES,
  proposal: {
    async describe({ database }, asked) {
      const { subject, content } = await readTogether(database, unchecked(asked))
      return {
        summary: summaryOf({ subject, content }),
        effects: sayDifferences({ subject, content }),
        otherValues: [`Proof: ${content.evidence}`],
      }
    },
    request: async (deps, { asked, ...by }) => await requestTogether(deps, { ...unchecked(asked), ...by }),
  },
  summary: summaryOf,
  preview: async ({ database }, request) =>
    previewOwnMoney(await previewTogether(database, request), [...sayDifferences(request), REMAINS]),
  carryOut: async (deps, confirmed, preview) => await closeTogether(deps, asShown(confirmed, preview)),
  printDone: (_, { subject }) => `${subject.replaceAll(',', ', ')} are closed`,
}

function unchecked({ numbers, evidence }: Unchecked<Asks>): UncheckedTogether {
  return { uncheckedNumbers: numbers, uncheckedEvidence: evidence }
}

function summaryOf({ subject, content }: Asked): string {
  const { provider = '', sumKobo = '0' } = content
  const sum = formatNaira(kobo(BigInt(sumKobo)))
  return `Close differences ${subject.replaceAll(',', ', ')} with ${providerName(provider)} together. Their sum is ${sum}.`
}
