import type { DepositId, OperatorRequestId, TransactionId, UserId } from '#contract/ids.ts'
import type { Kobo } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { account } from '#server/ledger/accounts.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { repaidIn, repayOrGive } from '#server/ledger/debt.ts'
import { postTransfer } from '#server/ledger/post.ts'
import { addAlert } from '#server/outbox/alerts/add-alert.ts'
import { withoutZeros } from '#server/outbox/alerts/facts.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { DepositState, DepositTransition } from './deposit-machine.ts'
import { addDepositLine } from './deposits.ts'

/** A deposit that the bank took back and gives again. */
type GivenAgain = {
  readonly id: DepositId
  readonly provider: string
  readonly state: DepositState
  readonly amountKobo: Kobo
  readonly senderName: string | null
  readonly transactionId: TransactionId | null
}

/**
 * Credits a recalled deposit once more, as two operators agreed: provider float → user debt up to what is owed, user
 * available the rest. What its recall took goes back the way it was taken. The caller has locked the deposit's row and
 * the customer's money.
 */
export async function restoreDeposit(
  tx: Transaction,
  deps: Pick<Deps, 'newId'>,
  of: {
    deposit: GivenAgain
    userId: UserId
    at: Date
    request: { readonly id: OperatorRequestId }
    transition: DepositTransition
  },
): Promise<void> {
  const { deposit, userId, at, request, transition } = of
  const { id: depositId, provider, amountKobo, senderName } = deposit
  const { to, posts } = transition
  if (posts === null) throw new Error('a deposit is restored without a transfer')
  const owedKobo = -(await readBalances(tx, userId)).debtKobo
  const from = account.providerFloat(provider)
  const movements = repayOrGive(userId, { amountKobo, owedKobo }).map((each) => ({ ...each, from }))
  await postTransfer(tx, {
    id: deps.newId('trf'),
    userId,
    kind: posts,
    key: `${posts}:${depositId}`,
    subjectId: depositId,
    movements,
    at,
  })
  const transactionId = deps.newId('txn')
  await tx.query(
    `update deposits set state = $2, user_id = $3, restored_by_request = $4, given_again_at = null,
       transaction_id = coalesce(transaction_id, $5) where id = $1`,
    [depositId, to, userId, request.id, transactionId],
  )
  const detail = 'Bank transfer, given again by the bank'
  const line = { userId, depositId, transactionId, amountKobo, senderName, detail }
  await addDepositLine(tx, { clock: { now: () => at } }, line)
  const amounts = { amountKobo: `${amountKobo}`, ...withoutZeros({ repaidKobo: repaidIn(userId, movements) }) }
  // The customer was told of the recall, unless the deposit had been credited to nobody.
  const kind = deposit.state === 'recalled' ? 'money-in-again' : 'money-in'
  const facts = { transactionId, name: senderName, ...amounts }
  await addAlert(tx, { ...deps, clock: { now: () => at } }, { userId, kind, subjectId: depositId, facts })
}
