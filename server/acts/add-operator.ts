import { ADD_OPERATOR } from '#contract/acts/add-operator.ts'
import { isRole } from '#contract/console/roles.ts'
import { emailNewcomers } from '#server/identity/operators/email-newcomers.ts'
import {
  addOperator,
  confirmChange,
  readNewOperator,
  takesTwoToAdd,
} from '#server/identity/operators/manage-operators.ts'
import type { RequestContent } from '#server/identity/operators/requests.ts'
import { RefusedError } from '#server/platform/errors.ts'
import type { Act } from './act.ts'
import { refuseUnchangeable } from './operator-changes.ts'

const summaryOf = ({ operator, role }: RequestContent) =>
  `Make ${operator} an operator with the role ${role ?? 'manager'}.`

const AT_ONCE = 'It is done at once: there is no second operator yet who could confirm it.'

export const addOperatorAct: Act<typeof ADD_OPERATOR.asks> = {
  facts: ADD_OPERATOR,
  proposal: {
    // Checks name and passphrase before anybody signs.
    async describe({ database }, { name, role, passphrase }) {
      const unchecked = { uncheckedName: name, uncheckedPassphrase: passphrase }
      const { name: operator } = await readNewOperator(database, unchecked)
      const summary = summaryOf({ operator, role })
      if (await takesTwoToAdd(database)) return { summary, effects: [], otherValues: [] }
      return { summary, effects: [AT_ONCE], otherValues: [], isDoneAtOnce: true }
    },
    async request(deps, { asked: { name, role, passphrase }, ...by }) {
      if (!isRole(role)) throw new RefusedError('which role? support, finance, risk or manager')
      const added = { uncheckedName: name, uncheckedPassphrase: passphrase, role, ...by }
      return (await addOperator(deps, added)).requestId
    },
    mayBeDoneAtOnce: true,
    hashesPassphrase: true,
  },
  summary: ({ content }) => summaryOf(content),
  async preview({ database }, request) {
    await refuseUnchangeable(database, request)
    return { effects: [`${request.content.operator} may then act as ${request.content.role ?? 'manager'}.`] }
  },
  carryOut: confirmChange,
  tellAtConsole: emailNewcomers,
  printDone: (_, { content }) => `${content.operator} is an operator now`,
}
