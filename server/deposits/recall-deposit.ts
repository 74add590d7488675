import type { UserId } from '#contract/ids.ts'
import { formatNairaShort } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { account, HOUSE } from '#server/ledger/accounts.ts'
import { lockAvailable } from '#server/ledger/balances.ts'
import { takenFrom, takeOrOwe } from '#server/ledger/debt.ts'
import { type Movement, postTransfer } from '#server/ledger/post.ts'
import { addStatementLine, setStatementStatus } from '#server/ledger/statement.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { addAlert } from '#server/outbox/alerts/add-alert.ts'
import { withoutZeros } from '#server/outbox/alerts/facts.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { DepositTransition } from './deposit-machine.ts'
import type { Deposit } from './deposits.ts'

/**
 * Books that the bank has taken a payment back, as a verification proved. What was credited is taken from the wallet as
 * far as it covers, and the rest becomes a debt; what it bought stays bought. A deposit credited to nobody leaves
 * suspense. The caller has locked the deposit's row.
 */
export async function recallDeposit(
  tx: Transaction,
  deps: Deps,
  deposit: Deposit,
  { to: state, posts }: DepositTransition,
): Promise<{ userId: UserId; orderId: string | null } | null> {
  const { provider, userId, orderId, amountKobo } = deposit
  const at = deps.clock.now()
  if (posts === null) throw new Error('a deposit is recalled without a transfer')
  const credited = deposit.state === 'quarantined' ? null : userId
  const movements = await recalled(tx, { provider, credited, amountKobo })
  await postTransfer(tx, {
    id: deps.newId('trf'),
    userId: credited ?? HOUSE,
    kind: posts,
    key: `${posts}:${deposit.id}`,
    subjectId: deposit.id,
    movements,
    at,
  })
  await tx.query('update deposits set state = $2 where id = $1', [deposit.id, state])
  if (credited !== null) await tellOwner(tx, deps, deposit, { userId: credited, movements })
  await raiseAlarm(tx, deps.log, {
    kind: 'deposit-recalled',
    subjectId: deposit.id,
    detail: `${formatNairaShort(amountKobo)} taken back by the bank after it was ${deposit.state}`,
    at,
  })
  return userId === null ? null : { userId, orderId }
}

// user available as far as it covers, then user debt → provider float; or suspense:in → provider float, all of it.
async function recalled(
  tx: Transaction,
  of: { provider: string; credited: UserId | null; amountKobo: Deposit['amountKobo'] },
): Promise<readonly Movement[]> {
  const { provider, credited, amountKobo } = of
  const to = account.providerFloat(provider)
  if (credited === null) return [{ from: account.suspenseIn, to, amountKobo }]
  return takeOrOwe(credited, { to, amountKobo, availableKobo: await lockAvailable(tx, credited) })
}

/** Marks the deposit's history line as reversed, adds a line for what was taken, and alerts the owner. */
async function tellOwner(
  tx: Transaction,
  deps: Deps,
  deposit: Deposit,
  { userId, movements }: { userId: UserId; movements: readonly Movement[] },
): Promise<void> {
  const at = deps.clock.now()
  if (deposit.transactionId !== null) {
    await setStatementStatus(tx, { userId, id: deposit.transactionId, status: 'reversed', at })
  }
  const transactionId = deps.newId('txn')
  await addStatementLine(tx, {
    id: transactionId,
    userId,
    kind: 'recall',
    title: 'Deposit taken back',
    counterparty: deposit.senderName,
    counterpartyDetail: 'Taken back by the bank',
    amountKobo: -deposit.amountKobo,
    status: 'completed',
    depositId: deposit.id,
    at,
  })
  await addAlert(tx, deps, {
    userId,
    kind: 'money-in-taken-back',
    subjectId: deposit.id,
    facts: {
      transactionId,
      amountKobo: `${deposit.amountKobo}`,
      name: deposit.senderName,
      ...withoutZeros({ owedKobo: takenFrom(userId, movements).owedKobo }),
    },
  })
}
