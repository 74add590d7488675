import type { AlertKind } from '#contract/alert-kinds.ts'
import type { AlertState } from '#contract/console/alert-states.ts'
import { EXCEPTION_KINDS, type ExceptionKind } from '#contract/console/breaks.ts'
import { LINE_SOURCE_MAX } from '#contract/console/limits.ts'
import type { OrderState } from '#contract/orders.ts'
import type { CaseMessage, CaseStatus, CaseTopic } from '#contract/support.ts'
import { ALARMS_OF_PAYMENTS } from '#server/outbox/alarms/alarm-kinds.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { ALL_STATEMENTS, type StatementName } from './statements.ts'

/** The newest stored rows, oldest first, at most LINE_SOURCE_MAX. `more`: there are older ones. */
export type Records<Row> = { readonly rows: readonly Row[]; readonly more: boolean }

export type Step = { seq: number; state: OrderState; event: string; evidence: string | null; at: Date }
export type Request = {
  number: number
  provider: string
  reference: string
  at: Date
  absences: number
  foundByPeople: boolean
}
export type Charge = {
  reference: string
  provider: string
  accountNumber: string | null
  bankName: string | null
  expiresAt: Date | null
  createdAt: Date
}
export type Payment = {
  id: string
  amountKobo: bigint
  state: string
  stray: string | null
  paidAt: Date
  createdAt: Date
}
type TransferRow = { userId: string; id: string; kind: string; postedAt: Date }
export type Entry = {
  transferId: string
  leg: number
  accountId: string
  amount: bigint
  balanceAfter: bigint | null
}
export type Transfer = TransferRow & { readonly entries: readonly Entry[] }
export type Webhook = { eventKey: string; about: string; reference: string; receivedAt: Date; times: number }
export type Alarm = { kind: string; detail: string; raisedAt: Date }
export type KnownDifference = {
  number: bigint
  provider: string
  kind: ExceptionKind
  reference: string
  detail: string
  differenceKobo: bigint | null
  foundAt: Date
  closedAt: Date | null
  closedBy: string | null
  confirmedBy: string | null
  evidence: string | null
}
export type Alert = {
  id: string
  kind: AlertKind
  at: Date
  seenAt: Date | null
  email: AlertState
  push: AlertState
  sms: AlertState
}
export type Case = { trackingNumber: string; topic: CaseTopic; status: CaseStatus; createdAt: Date }
export type Message = { trackingNumber: string; seq: number; author: CaseMessage['from']; text: string; at: Date }
export type Job = { dueAt: Date; leaseUntil: Date | null; attempts: number; createdAt: Date }

/** The only row, or null. */
export async function readOne<Row>(sql: Sql, name: StatementName, params: readonly unknown[]): Promise<Row | null> {
  const [row] = await sql.query<Row>(ALL_STATEMENTS[name], params)
  return row ?? null
}

export async function readMany<Row>(sql: Sql, name: StatementName, params: readonly unknown[]): Promise<Records<Row>> {
  const found = await sql.query<Row>(ALL_STATEMENTS[name], params)
  return { rows: found.slice(0, LINE_SOURCE_MAX).toReversed(), more: found.length > LINE_SOURCE_MAX }
}

/** The ledger's transfers about one subject, each with its entries, in posting order. */
export async function readTransfers(
  sql: Sql,
  name: 'transfers' | 'transfersOfDeposit',
  of: { userIds: readonly string[]; subjectId: string },
): Promise<readonly Transfer[]> {
  const transfers = await sql.query<TransferRow>(ALL_STATEMENTS[name], [of.userIds, of.subjectId])
  // House accounts are stored under the house, the others under the customer.
  const owners = [...of.userIds, 'house']
  const ids = transfers.map(({ id }) => id)
  const entries = await sql.query<Entry>(ALL_STATEMENTS.entries, [owners, ids])
  return transfers
    .toSorted((one, other) => one.postedAt.getTime() - other.postedAt.getTime() || (one.id < other.id ? -1 : 1))
    .map((transfer) => ({
      ...transfer,
      entries: entries
        .filter(({ transferId }) => transferId === transfer.id)
        .toSorted((one, other) => one.leg - other.leg),
    }))
}

export async function readDifferences(
  sql: Sql,
  of: { provider: string; references: readonly string[] },
): Promise<Records<KnownDifference>> {
  return await readMany(sql, 'differences', [of.provider, Object.keys(EXCEPTION_KINDS), [...new Set(of.references)]])
}

export async function readAlarms(sql: Sql, subjectIds: readonly string[]): Promise<Records<Alarm>> {
  return await readMany(sql, 'alarms', [ALARMS_OF_PAYMENTS, subjectIds])
}

/** The cases about an order or a deposit, and their messages. */
export async function readCases(
  sql: Sql,
  name: 'cases' | 'casesOfDeposit',
  of: { userId: string | null; id: string },
): Promise<{ readonly cases: Records<Case>; readonly messages: Records<Message> }> {
  const cases = await readMany<Case>(sql, name, [of.userId, of.id])
  const numbers = cases.rows.map(({ trackingNumber }) => trackingNumber)
  return { cases, messages: await readMany<Message>(sql, 'messages', [numbers]) }
}
