import type { UserId } from '#contract/ids.ts'
import { AMOUNT_MAX_KOBO, formatNairaShort, kobo } from '#contract/money.ts'
import type { Transaction } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { raiseAlarm } from '../../jobs/alarms.ts'
import { type Claim, holdFence } from '../../jobs/queue.ts'
import type { WorkResult } from '../../jobs/worker.ts'
import { account, HOUSE } from '../../ledger/accounts.ts'
import { type Movement, postTransfer } from '../../ledger/post.ts'
import { addStatementLine } from '../../ledger/statement.ts'
import type { IncomingPayment } from '../../providers/payments.ts'

const RETRY_MIN_MS = 2_000
const RETRY_MAX_MS = 15 * 60_000
/** A payment that a hint spoke of and the provider does not confirm is asked for this long. The poll finds late ones. */
const ASK_FOR_MS = 72 * 60 * 60_000

/**
 * Verifies one incoming payment with the provider and credits it exactly once. The hint that led here is worth nothing:
 * amount, currency and account come from the verification.
 */
export async function creditPayment(deps: Deps, claim: Claim): Promise<WorkResult> {
  const answer = await deps.payments.verifyPayment(claim.subjectId)
  const payment = answer.outcome === 'succeeded' ? answer.value : null
  if (payment === null || payment.status === 'pending') return askAgain(deps, claim)
  if (payment.status !== 'success') return 'done'
  if (payment.amountKobo < 1n || payment.amountKobo > AMOUNT_MAX_KOBO) return await alarmNotBookable(deps, payment)
  const userId = await deps.database.transaction(async (tx) => {
    await holdFence(tx, claim)
    return await creditOnce(tx, deps, payment)
  })
  if (userId !== null) deps.events.publish(userId, { topics: ['wallet', 'transactions', 'funding'] })
  return 'done'
}

/** No entry can hold this amount, so nothing is booked: operators have to look at the provider's own record. */
async function alarmNotBookable(deps: Deps, payment: IncomingPayment): Promise<WorkResult> {
  await raiseAlarm(deps.database, deps.log, {
    kind: 'deposit-not-bookable',
    subjectId: payment.providerTransactionId,
    detail: `a payment of ${formatNairaShort(payment.amountKobo)} is not in the books`,
    at: deps.clock.now(),
  })
  return 'done'
}

function askAgain(deps: Deps, claim: Claim): WorkResult {
  const now = deps.clock.now()
  if (now.getTime() - claim.createdAt.getTime() > ASK_FOR_MS) return 'done'
  return {
    dueAt: new Date(now.getTime() + Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(claim.attempts - 1, 12))),
  }
}

/** Answers whose wallet it went to; null when it was credited before or is set aside for operators. */
async function creditOnce(tx: Transaction, deps: Deps, payment: IncomingPayment): Promise<UserId | null> {
  const at = deps.clock.now()
  const depositId = deps.newId('dep')
  const transactionId = deps.newId('txn')
  const owner = await findOwner(tx, deps, payment)
  const reason = owner === null ? 'no user has this account number' : refusalToCredit(deps, payment)
  const [fresh] = await tx.query(
    `insert into deposits (provider, provider_transaction_id, id, user_id, reference, state, reason, amount_kobo,
       provider_fee_kobo, sender_name, account_number, transaction_id, paid_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (provider, provider_transaction_id) do nothing returning 1`,
    [
      deps.payments.name,
      payment.providerTransactionId,
      depositId,
      owner,
      payment.reference,
      reason === null ? 'credited' : 'quarantined',
      reason,
      payment.amountKobo,
      payment.feeKobo,
      payment.senderName,
      payment.receiverAccountNumber,
      reason === null ? transactionId : null,
      payment.paidAt,
      at,
    ],
  )
  if (fresh === undefined) return null
  if (owner === null || reason !== null) {
    await setAside(tx, deps, payment, { depositId, reason: reason ?? 'unknown owner' })
    return null
  }
  await postTransfer(tx, {
    id: deps.newId('trf'),
    userId: owner,
    kind: 'deposit',
    key: `deposit:${deps.payments.name}:${payment.providerTransactionId}`,
    subjectId: depositId,
    movements: incoming(deps, payment, account.available(owner)),
    at,
  })
  await addStatementLine(tx, {
    id: transactionId,
    userId: owner,
    kind: 'deposit',
    title: 'Deposit',
    counterparty: payment.senderName,
    counterpartyDetail: 'Bank transfer to your account number',
    amountKobo: payment.amountKobo,
    status: 'completed',
    depositId,
    at,
  })
  return owner
}

// provider float → where it goes, the whole amount; what the provider kept is our expense: expense → provider float.
function incoming(deps: Deps, payment: IncomingPayment, toAccount: string): Movement[] {
  const float = account.providerFloat(deps.payments.name)
  return [
    { from: float, to: toAccount, amountKobo: kobo(payment.amountKobo) },
    { from: account.expense(deps.payments.name), to: float, amountKobo: kobo(payment.feeKobo) },
  ]
}

/** Whose account number it came in on; the customer must be the same one, or nobody's it is. */
async function findOwner(tx: Transaction, deps: Deps, payment: IncomingPayment): Promise<UserId | null> {
  const [row] = await tx.query<{ user_id: UserId }>(
    `select user_id from funding_accounts
     where provider = $1 and account_number = $2 and ($3::text is null or customer_code = $3)`,
    [deps.payments.name, payment.receiverAccountNumber, payment.customerCode],
  )
  return row?.user_id ?? null
}

/** Null when the payment may be credited by itself. */
function refusalToCredit(deps: Deps, payment: IncomingPayment): string | null {
  if (payment.currency !== 'NGN') return `currency ${payment.currency}`
  if (payment.domain !== (deps.config.mode === 'live' ? 'live' : 'test')) return `a ${payment.domain} payment`
  return null
}

// provider float → suspense:in: nothing is lost and nobody is credited until two operators decide.
async function setAside(
  tx: Transaction,
  deps: Deps,
  payment: IncomingPayment,
  of: { depositId: string; reason: string },
): Promise<void> {
  const at = deps.clock.now()
  await postTransfer(tx, {
    id: deps.newId('trf'),
    userId: HOUSE,
    kind: 'quarantine',
    key: `deposit:${deps.payments.name}:${payment.providerTransactionId}`,
    subjectId: of.depositId,
    movements: incoming(deps, payment, account.suspenseIn),
    at,
  })
  await raiseAlarm(tx, deps.log, {
    kind: 'deposit-quarantined',
    subjectId: of.depositId,
    detail: `${formatNairaShort(payment.amountKobo)} set aside: ${of.reason}`,
    at,
  })
}
