import { CLOSE_DIFFERENCE } from '#contract/acts/close-difference.ts'
import { providerName } from '#contract/console/provider-names.ts'
import {
  closeException,
  previewClosing,
  readClosing,
  requestClosing,
  type UncheckedClosing,
} from '#server/controls/reconciliation/operate-exceptions.ts'
import type { Act, Asked, Unchecked } from './act.ts'
import { asShown, previewOwnMoney } from './own-money.ts'

type Asks = typeof CLOSE_DIFFERENCE.asks

export const closeDifferenceAct: Act<Asks> = {
  facts: CLOSE_DIFFERENCE,
  proposal: {
    async describe({ database }, asked) {
      const { subject, content } = await readClosing(database, unchecked(asked))
      const sentUnder = content.sentUnder === '' ? [] : [`Sent under: ${content.sentUnder}`]
      return {
        summary: summaryOf({ subject, content }),
        effects: [],
        otherValues: [...sentUnder, `Proof: ${content.evidence}`],
        about: subject,
      }
    },
    request: async (deps, { asked, ...by }) => await requestClosing(deps, { ...unchecked(asked), ...by }),
  },
  summary: summaryOf,
  async preview({ database }, request) {
    const { reference, sentUnder = '' } = request.content
    const adopted =
      sentUnder === '' ? [] : [`Order ${reference} counts as sent under ${sentUnder} and is verified there.`]
    return previewOwnMoney(await previewClosing(database, request), adopted)
  },
  carryOut: async (deps, confirmed, preview) => await closeException(deps, asShown(confirmed, preview)),
  printDone: (_, { subject, content }) => `${subject} (${content.kind}) is closed`,
}

function unchecked({ number, evidence, reference }: Unchecked<Asks>): UncheckedClosing {
  return { uncheckedNumber: number, uncheckedEvidence: evidence, uncheckedReference: reference }
}

function summaryOf({ subject, content }: Asked): string {
  const { provider = '', kind, reference, detail } = content
  return `Close difference ${subject} (${kind}) with ${providerName(provider)} about ${reference}: ${detail}.`
}
