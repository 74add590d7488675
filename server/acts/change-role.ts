import { CHANGE_ROLE } from '#contract/acts/change-role.ts'
import { confirmRoleChange, readRoleChange, requestRoleChange } from '#server/identity/operators/change-role.ts'
import type { RequestContent } from '#server/identity/operators/requests.ts'
import type { Act, Unchecked } from './act.ts'
import { refuseUnchangeable } from './operator-changes.ts'

type Asks = typeof CHANGE_ROLE.asks

const summaryOf = ({ operator, from, to }: RequestContent) => `Change the role of ${operator} from ${from} to ${to}.`

export const changeRoleAct: Act<Asks> = {
  facts: CHANGE_ROLE,
  proposal: {
    async describe(deps, asked) {
      const { operatorId, operator, from, to, reason } = await readRoleChange(deps, unchecked(asked))
      return {
        summary: summaryOf({ operator, from, to }),
        effects: [],
        otherValues: [`Reason: ${reason}`, `About: ${operatorId}`],
        about: operatorId,
      }
    },
    request: async (deps, { asked, ...by }) =>
      await requestRoleChange(deps, { change: await readRoleChange(deps, unchecked(asked)), ...by }),
  },
  summary: ({ content }) => summaryOf(content),
  async preview({ database }, request) {
    await refuseUnchangeable(database, request)
    return {}
  },
  carryOut: confirmRoleChange,
  printDone: (_, { content }) => `${content.operator} has the role ${content.to} now`,
}

const unchecked = ({ operatorId, role, reason }: Unchecked<Asks>) => ({
  operator: operatorId,
  role,
  uncheckedReason: reason,
})
