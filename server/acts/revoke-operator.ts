import { REVOKE_OPERATOR } from '#contract/acts/revoke-operator.ts'
import { confirmChange, readRevocation, requestRevocation } from '#server/identity/operators/manage-operators.ts'
import type { RequestContent } from '#server/identity/operators/requests.ts'
import type { Act, Unchecked } from './act.ts'
import { refuseUnchangeable } from './operator-changes.ts'

type Asks = typeof REVOKE_OPERATOR.asks

const summaryOf = ({ operator }: RequestContent) => `Revoke the operator ${operator}.`

export const revokeOperatorAct: Act<Asks> = {
  facts: REVOKE_OPERATOR,
  proposal: {
    async describe({ database }, asked) {
      const { operatorId, content } = await readRevocation(database, unchecked(asked))
      return {
        summary: summaryOf(content),
        effects: [],
        otherValues: [`Reason: ${content.reason}`, `About: ${operatorId}`],
        about: operatorId,
      }
    },
    request: async (deps, { asked, ...by }) => await requestRevocation(deps, { ...unchecked(asked), ...by }),
  },
  summary: ({ content }) => summaryOf(content),
  async preview({ database }, request) {
    await refuseUnchangeable(database, request)
    return { effects: [`Every session of ${request.content.operator} ends at once, and the name stays taken.`] }
  },
  carryOut: confirmChange,
  printDone: (_, { content }) => `${content.operator} is no operator any more`,
}

const unchecked = ({ operatorId, reason }: Unchecked<Asks>) => ({ uncheckedName: operatorId, uncheckedReason: reason })
