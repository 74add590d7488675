import type { StrayPayment } from '#contract/bpc.ts'
import type { DepositId, OrderId, TransactionId, UserId } from '#contract/ids.ts'
import { formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import type { Transaction } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { raiseAlarm } from '../../jobs/alarms.ts'
import { account, HOUSE } from '../../ledger/accounts.ts'
import { type Movement, postTransfer } from '../../ledger/post.ts'
import { addStatementLine } from '../../ledger/statement.ts'
import type { IncomingPayment } from '../../providers/payments.ts'

/** What a payment is to the purchase it was made for, when it does not simply pay for it. */
export type Stray = { readonly orderId: OrderId; readonly why: StrayPayment['why'] }

type DepositRow = {
  readonly id: DepositId
  readonly userId: UserId | null
  readonly state: 'credited' | 'quarantined' | 'paid_in'
  readonly reason: string | null
  readonly transactionId: TransactionId | null
  readonly orderId: OrderId | null
  readonly stray: StrayPayment['why'] | null
}

/** Whether this payment has been booked: one row per provider transaction, for ever. */
export async function isKnown(tx: Transaction, deps: Deps, payment: IncomingPayment): Promise<boolean> {
  const [row] = await tx.query('select 1 from deposits where provider = $1 and provider_transaction_id = $2', [
    deps.payments.name,
    payment.providerTransactionId,
  ])
  return row !== undefined
}

/** The row that keeps a payment from being booked twice: of two at once one fails here, and is repeated in vain. */
export async function insertDeposit(
  tx: Transaction,
  deps: Deps,
  payment: IncomingPayment,
  deposit: DepositRow,
): Promise<void> {
  await tx.query(
    `insert into deposits (provider, provider_transaction_id, id, user_id, reference, state, reason, amount_kobo,
       provider_fee_kobo, sender_name, account_number, transaction_id, paid_at, created_at, order_id, stray)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      deps.payments.name,
      payment.providerTransactionId,
      deposit.id,
      deposit.userId,
      payment.reference,
      deposit.state,
      deposit.reason,
      payment.amountKobo,
      payment.feeKobo,
      payment.senderName,
      payment.receiverAccountNumber,
      deposit.transactionId,
      payment.paidAt,
      deps.clock.now(),
      deposit.orderId,
      deposit.stray,
    ],
  )
}

// provider float → user available, the whole amount; the provider's fee is ours.
export async function creditWallet(
  tx: Transaction,
  deps: Deps,
  payment: IncomingPayment,
  of: { userId: UserId; detail: string; forOrder: Stray | null },
): Promise<{ userId: UserId; orderId: OrderId | null }> {
  const { userId, detail, forOrder } = of
  const depositId = deps.newId('dep')
  const transactionId = deps.newId('txn')
  const orderId = forOrder?.orderId ?? null
  await insertDeposit(tx, deps, payment, {
    id: depositId,
    userId,
    state: 'credited',
    reason: null,
    transactionId,
    orderId,
    stray: forOrder?.why ?? null,
  })
  await postTransfer(tx, {
    id: deps.newId('trf'),
    userId,
    kind: 'deposit',
    key: keyOf(deps, payment),
    subjectId: depositId,
    movements: incoming(deps, payment, account.available(userId)),
    at: deps.clock.now(),
  })
  const amountKobo = kobo(payment.amountKobo)
  await addDepositLine(tx, deps, payment, { userId, depositId, transactionId, amountKobo, detail })
  return { userId, orderId }
}

/** The history line of money that came in. */
export async function addDepositLine(
  tx: Transaction,
  deps: Deps,
  payment: IncomingPayment,
  of: { userId: UserId; depositId: DepositId; transactionId: TransactionId; amountKobo: Kobo; detail: string },
): Promise<void> {
  await addStatementLine(tx, {
    id: of.transactionId,
    userId: of.userId,
    kind: 'deposit',
    title: 'Deposit',
    counterparty: payment.senderName,
    counterpartyDetail: of.detail,
    amountKobo: of.amountKobo,
    status: 'completed',
    depositId: of.depositId,
    at: deps.clock.now(),
  })
}

// provider float → where it goes, the whole amount; what the provider kept is our expense: expense → provider float.
export function incoming(deps: Deps, payment: IncomingPayment, toAccount: string): Movement[] {
  const float = account.providerFloat(deps.payments.name)
  return [
    { from: float, to: toAccount, amountKobo: kobo(payment.amountKobo) },
    { from: account.expense(deps.payments.name), to: float, amountKobo: kobo(payment.feeKobo) },
  ]
}

/** One key for whatever a payment becomes: it is booked once. */
export function keyOf(deps: Deps, payment: IncomingPayment): string {
  return `deposit:${deps.payments.name}:${payment.providerTransactionId}`
}

// provider float → suspense:in: nothing is lost and nobody is credited until two operators decide.
export async function setAside(
  tx: Transaction,
  deps: Deps,
  payment: IncomingPayment,
  of: { userId: UserId | null; reason: string },
): Promise<null> {
  const at = deps.clock.now()
  const depositId = deps.newId('dep')
  await insertDeposit(tx, deps, payment, {
    id: depositId,
    userId: of.userId,
    state: 'quarantined',
    reason: of.reason,
    transactionId: null,
    orderId: null,
    stray: null,
  })
  await postTransfer(tx, {
    id: deps.newId('trf'),
    userId: HOUSE,
    kind: 'quarantine',
    key: keyOf(deps, payment),
    subjectId: depositId,
    movements: incoming(deps, payment, account.suspenseIn),
    at,
  })
  await raiseAlarm(tx, deps.log, {
    kind: 'deposit-quarantined',
    subjectId: depositId,
    detail: `${formatNairaShort(payment.amountKobo)} set aside: ${of.reason}`,
    at,
  })
  return null
}
