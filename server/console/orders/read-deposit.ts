import type { DepositAnswer } from '#contract/console/orders.ts'
import { isId } from '#contract/ids.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import { type Masker, maskerFor } from '#server/console/customers/masker.ts'
import { DEPOSIT_STATES } from '#server/deposits/deposit-machine.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { listSubjectsWaiting } from '#server/identity/operators/waiting-requests.ts'
import { AppError } from '#server/platform/errors.ts'
import { ACTS_HERE } from './actions.ts'
import { type DepositFacts, readDepositFacts } from './deposit-facts.ts'
import { presentOwner } from './read-order.ts'
import { actionsOnDeposit, drawDeposit, knownOfDeposit, nextOfDeposit, notKnownOfDeposit } from './tell-deposit.ts'

/**
 * One deposit as an operator sees it: masked unless this session has opened its customer. Records the look.
 *
 * @throws AppError operator.no-deposit
 */
export async function readDeposit(deps: Deps, session: ConsoleSession, uncheckedId: string): Promise<DepositAnswer> {
  const { operator: by, where } = session
  if (!isId('dep', uncheckedId)) throw new AppError('operator.no-deposit')
  const requests = await listSubjectsWaiting(deps, ACTS_HERE)
  return await deps.database.transaction(async (tx) => {
    const facts = await readDepositFacts(tx, deps, uncheckedId)
    if (facts === null) throw new AppError('operator.no-deposit')
    const { userId, name } = facts.deposit
    const owner = userId === null || name === null ? null : { userId, name }
    const customer = owner === null ? null : await presentOwner(tx, deps, { session, owner })
    const open = customer !== null && customer.openUntil !== null
    const mask = maskerFor(open)
    const answer = {
      asOf: facts.now.toISOString(),
      customer,
      ...presentHead(facts, mask),
      known: knownOfDeposit(facts),
      notKnown: notKnownOfDeposit(facts),
      next: nextOfDeposit(facts),
      actions: actionsOnDeposit(facts, { role: by.role, requests }),
      ...drawDeposit(facts, mask),
    }
    const after = { customer: userId, open }
    await addAuditLine(tx, deps, { by, where, act: 'look-at-deposit', subject: uncheckedId, after })
    return answer
  })
}

function presentHead({ deposit }: DepositFacts, mask: Masker) {
  const { money, meaning } = DEPOSIT_STATES[deposit.state]
  return {
    id: deposit.id,
    state: deposit.state,
    money,
    meaning,
    amountKobo: `${deposit.amountKobo}`,
    providerFeeKobo: `${deposit.providerFeeKobo}`,
    sender: mask('sender_name', deposit.sender),
    accountNumber: mask('account_number', deposit.accountNumber),
    provider: deposit.provider,
    reference: deposit.reference,
    providerTransactionId: deposit.providerTransactionId,
    orderId: deposit.orderId,
    paidAt: deposit.paidAt?.toISOString() ?? null,
    bookedAt: deposit.createdAt.toISOString(),
  }
}
