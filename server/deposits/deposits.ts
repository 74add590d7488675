import type { StrayPayment } from '#contract/bpc.ts'
import type { DepositId, OrderId, TransactionId, UserId } from '#contract/ids.ts'
import { formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { account, HOUSE } from '#server/ledger/accounts.ts'
import { repayDebt } from '#server/ledger/debt.ts'
import { postTransfer } from '#server/ledger/post.ts'
import { addStatementLine } from '#server/ledger/statement.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import { addAlert } from '#server/outbox/alerts/add-alert.ts'
import { withoutZeros } from '#server/outbox/alerts/facts.ts'
import type { PaymentAt } from '#server/outbox/jobs/payment-job.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import type { IncomingPayment } from '#server/providers/payments/payment-provider.ts'
import type { DepositState, DepositTransition } from './deposit-machine.ts'

/** A payment as its provider describes it. Its transaction id and reference are unique only within that provider. */
export type PaymentIn = IncomingPayment & { readonly provider: string }

/** The purchase a payment was made for, and why it does not simply pay for it. */
export type Stray = { readonly orderId: OrderId; readonly why: StrayPayment['why'] }

type DepositRow = {
  readonly id: DepositId
  readonly userId: UserId | null
  readonly state: DepositState
  readonly reason: string | null
  readonly transactionId: TransactionId | null
  readonly orderId: OrderId | null
  readonly stray: StrayPayment['why'] | null
}

/** A payment that is booked. Amounts in kobo. */
export type Deposit = Pick<DepositRow, 'id' | 'userId' | 'state' | 'transactionId' | 'orderId'> & {
  readonly provider: string
  readonly amountKobo: Kobo
  readonly senderName: string | null
  readonly createdAt: Date
  /** When its provider first said that it is there again after the bank took it back; null: it does not say so. */
  readonly givenAgainAt: Date | null
}

const COLUMNS = `provider, id, user_id as "userId", state, transaction_id as "transactionId", order_id as "orderId",
  amount_kobo as "amountKobo", sender_name as "senderName", created_at as "createdAt", given_again_at as "givenAgainAt"`

/** The booked payment, locked until the transaction ends: one row per provider transaction, forever. */
export async function lockDeposit(tx: Transaction, payment: PaymentIn): Promise<Deposit | null> {
  const [row] = await tx.query<Deposit>(
    `select ${COLUMNS} from deposits where provider = $1 and provider_transaction_id = $2 for update`,
    [payment.provider, payment.providerTransactionId],
  )
  return row ?? null
}

/** The booked payment behind a provider's reference, or null. */
export async function findDeposit(sql: Sql, of: PaymentAt): Promise<Deposit | null> {
  const [row] = await sql.query<Deposit>(
    `select ${COLUMNS} from deposits where provider = $1 and reference = $2 order by id limit 1`,
    [of.provider, of.reference],
  )
  return row ?? null
}

/**
 * What was booked under the payment's reference with another id, or null. A provider's reference identifies one
 * payment, so another id with the same reference is not another payment.
 */
export async function findUnderOtherId(tx: Transaction, payment: PaymentIn): Promise<Deposit | null> {
  const [row] = await tx.query<Deposit>(
    `select ${COLUMNS} from deposits where provider = $1 and reference = $2 and provider_transaction_id <> $3 limit 1`,
    [payment.provider, payment.reference, payment.providerTransactionId],
  )
  return row ?? null
}

/**
 * The row that keeps a payment from being booked twice: of two at once, one insert fails and its retry books nothing.
 */
export async function insertDeposit(
  tx: Transaction,
  deps: Deps,
  payment: PaymentIn,
  deposit: DepositRow,
): Promise<void> {
  await tx.query(
    `insert into deposits (provider, provider_transaction_id, id, user_id, reference, state, reason, amount_kobo,
       provider_fee_kobo, sender_name, account_number, transaction_id, paid_at, created_at, order_id, stray)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      payment.provider,
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

/** Why a proved payment of this mode is credited to nobody. Two operators may agree on its owner. */
export const SET_ASIDE_FOR = { unknown: 'no user has this account number', closed: 'the account is closed' } as const

/** Whose wallet a payment goes to, what the history says of it, and the purchase it was meant for. */
export type ForWallet = { readonly userId: UserId; readonly detail: string; readonly forOrder: Stray | null }

// provider float → user available, the whole amount; the provider's fee is ours. What is owed is repaid from it.
export async function creditWallet(
  tx: Transaction,
  deps: Deps,
  payment: PaymentIn,
  of: ForWallet,
  { to: state, posts }: DepositTransition,
): Promise<{ userId: UserId; orderId: OrderId | null }> {
  const { userId, detail, forOrder } = of
  const depositId = deps.newId('dep')
  const transactionId = deps.newId('txn')
  const orderId = forOrder?.orderId ?? null
  await insertDeposit(tx, deps, payment, {
    id: depositId,
    userId,
    state,
    reason: null,
    transactionId,
    orderId,
    stray: forOrder?.why ?? null,
  })
  await bringToWallet(
    tx,
    deps,
    { userId, depositId, transactionId, amountKobo: kobo(payment.amountKobo), senderName: payment.senderName, detail },
    () => postDeposit(tx, deps, payment, posts, { userId, depositId, toAccount: account.available(userId) }),
  )
  return { userId, orderId }
}

/** A payment on its way to a wallet, and its history line. The amount in kobo. */
type Credit = {
  readonly userId: UserId
  readonly depositId: DepositId
  readonly transactionId: TransactionId
  readonly amountKobo: Kobo
  readonly senderName: string | null
  readonly detail: string
}

/** Brings a payment to a wallet: `post` moves it there, any debt is repaid from it, and the history gets a line. */
export async function bringToWallet(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'newId'>,
  credit: Credit,
  post: () => Promise<unknown>,
): Promise<void> {
  const { userId, depositId } = credit
  await post()
  const repaidKobo = await repayDebt(tx, deps, { userId, subjectId: depositId })
  await addDepositLine(tx, deps, credit)
  await addAlert(tx, deps, {
    userId,
    kind: 'money-in',
    subjectId: depositId,
    facts: {
      transactionId: credit.transactionId,
      amountKobo: `${credit.amountKobo}`,
      name: credit.senderName,
      ...withoutZeros({ repaidKobo }),
    },
  })
}

/** The history line of incoming money. */
export async function addDepositLine(tx: Transaction, deps: Pick<Deps, 'clock'>, of: Credit): Promise<void> {
  await addStatementLine(tx, {
    id: of.transactionId,
    userId: of.userId,
    kind: 'deposit',
    title: 'Deposit',
    counterparty: of.senderName,
    counterpartyDetail: of.detail,
    amountKobo: of.amountKobo,
    status: 'completed',
    depositId: of.depositId,
    at: deps.clock.now(),
  })
}

// provider float → destination, the whole amount; the fee that the provider kept is ours: expense → provider float.
export async function postDeposit(
  tx: Transaction,
  deps: Deps,
  payment: PaymentIn,
  posts: DepositTransition['posts'],
  of: { userId: UserId | typeof HOUSE; depositId: DepositId; toAccount: string },
): Promise<void> {
  if (posts === null) throw new Error('a payment is booked without a transfer')
  const float = account.providerFloat(payment.provider)
  await postTransfer(tx, {
    id: deps.newId('trf'),
    userId: of.userId,
    kind: posts,
    key: keyOf(payment),
    subjectId: of.depositId,
    movements: [
      { from: float, to: of.toAccount, amountKobo: kobo(payment.amountKobo) },
      { from: account.expense(payment.provider), to: float, amountKobo: kobo(payment.feeKobo) },
    ],
    at: deps.clock.now(),
  })
}

/** One idempotency key per payment, whatever it becomes, so that it is booked once. */
export function keyOf(payment: PaymentIn): string {
  return `deposit:${payment.provider}:${payment.providerTransactionId}`
}

// provider float → suspense:in: nothing is lost and nobody is credited until two operators decide.
export async function setAside(
  tx: Transaction,
  deps: Deps,
  payment: PaymentIn,
  of: { userId: UserId | null; reason: string },
  { to: state, posts }: DepositTransition,
): Promise<null> {
  const at = deps.clock.now()
  const depositId = deps.newId('dep')
  await insertDeposit(tx, deps, payment, {
    id: depositId,
    userId: of.userId,
    state,
    reason: of.reason,
    transactionId: null,
    orderId: null,
    stray: null,
  })
  await postDeposit(tx, deps, payment, posts, { userId: HOUSE, depositId, toAccount: account.suspenseIn })
  await raiseAlarm(tx, deps.log, {
    kind: 'deposit-quarantined',
    subjectId: depositId,
    detail: `${formatNairaShort(payment.amountKobo)} set aside: ${of.reason}`,
    at,
  })
  return null
}
