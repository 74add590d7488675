import type { DepositId, OrderId, UserId } from '#contract/ids.ts'
import type { DepositState } from '#server/deposits/deposit-machine.ts'
import type { Deps } from '#server/deps.ts'
import { HOUSE } from '#server/ledger/accounts.ts'
import { paymentSubject } from '#server/outbox/jobs/payment-job.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { availabilityOf } from '#server/providers/registry.ts'
import { readSuspensions, type Suspension } from '#server/suspension/suspensions.ts'
import {
  type Alarm,
  type Alert,
  type Case,
  type Job,
  type KnownDifference,
  type Message,
  type Records,
  readAlarms,
  readCases,
  readDifferences,
  readMany,
  readOne,
  readTransfers,
  type Transfer,
  type Webhook,
} from './read-records.ts'

/** A booked payment as stored. Amounts in kobo. */
type StoredDeposit = {
  readonly id: DepositId
  /** Null: the owner is unknown. */
  readonly userId: UserId | null
  readonly name: string | null
  readonly provider: string
  readonly providerTransactionId: string
  readonly reference: string
  readonly state: DepositState
  readonly reason: string | null
  readonly amountKobo: bigint
  readonly providerFeeKobo: bigint
  readonly sender: string | null
  readonly accountNumber: string | null
  readonly transactionId: string | null
  readonly orderId: OrderId | null
  readonly stray: string | null
  /** When two operators credited it, and who. Null: they did not. */
  readonly creditedAt: Date | null
  readonly creditedBy: string | null
  readonly confirmedBy: string | null
  /** When its provider first said that it is there again after the bank took it back. */
  readonly givenAgainAt: Date | null
  /** The two operators who credited it once more. Null: they did not. */
  readonly restoredBy: string | null
  readonly restoreConfirmedBy: string | null
  readonly restoredAt: Date | null
  readonly paidAt: Date | null
  readonly createdAt: Date
}

/** Everything stored about one deposit at one moment. */
export type DepositFacts = {
  readonly now: Date
  readonly deposit: StoredDeposit
  readonly transfers: readonly Transfer[]
  readonly webhooks: Records<Webhook>
  readonly alerts: Records<Alert>
  readonly alarms: Records<Alarm>
  readonly differences: Records<KnownDifference>
  readonly cases: Records<Case>
  readonly messages: Records<Message>
  readonly receipt: { readonly createdAt: Date } | null
  readonly job: Job | null
  readonly stops: readonly Suspension[]
  /** Its provider is not configured (any more). */
  readonly isProviderGone: boolean
}

/** Reads the facts in the caller's transaction. Null: no such deposit. */
export async function readDepositFacts(sql: Sql, deps: Deps, id: DepositId): Promise<DepositFacts | null> {
  const deposit = await readOne<StoredDeposit>(sql, 'deposit', [id])
  if (deposit === null) return null
  const { userId, provider, reference, providerTransactionId } = deposit
  const userIds = userId === null ? [HOUSE] : [userId, HOUSE]
  const subjects = [id, providerTransactionId, `payment ${paymentSubject(deposit)}`]
  const { cases, messages } = await readCases(sql, 'casesOfDeposit', { userId, id })
  return {
    now: deps.clock.now(),
    deposit,
    cases,
    messages,
    transfers: await readTransfers(sql, 'transfersOfDeposit', { userIds, subjectId: id }),
    webhooks: await readMany(sql, 'webhooks', [provider, [reference]]),
    alerts: await readMany(sql, 'alerts', [userId, [id]]),
    alarms: await readAlarms(sql, subjects),
    differences: await readDifferences(sql, { provider, references: [reference, providerTransactionId] }),
    receipt: await readOne(sql, 'receipt', [userId, deposit.transactionId]),
    job: await readOne(sql, 'job', ['payment', paymentSubject(deposit)]),
    stops: await readSuspensions(sql),
    isProviderGone: availabilityOf(deps, provider) === 'gone',
  }
}
