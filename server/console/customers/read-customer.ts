import type { CustomerAnswer } from '#contract/console/customers.ts'
import { CUSTOMER_LINES, CUSTOMER_MONEY_DAYS } from '#contract/console/limits.ts'
import { mayMake } from '#contract/console/permissions.ts'
import { PIN_WRONG_BEFORE_OFF } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Wallet } from '#contract/wallet.ts'
import { sumMoney } from '#server/activity/history/sum-money.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import { findFreeze, type StandingFreeze } from '#server/identity/accounts/operate-freezes.ts'
import { readFactors } from '#server/identity/mfa/read-factors.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import { listSubjectsWaiting, type WaitingSubject } from '#server/identity/operators/waiting-requests.ts'
import { readCustomerLimit } from '#server/payments/limits/customer-limits.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { readWallet, readWallets } from '#server/wallet/read-wallet.ts'
import {
  readCustomerAlerts,
  readCustomerCases,
  readCustomerDeposits,
  readCustomerEmails,
  readCustomerEvents,
  readCustomerOrders,
} from './customer-lines.ts'
import { maskerFor } from './masker.ts'
import { openUntilOf, requireCustomer } from './open-customer.ts'

/**
 * One customer as an operator sees them: masked unless this session has opened them. Records the look.
 *
 * @throws AppError operator.no-customer
 */
export async function readCustomer(deps: Deps, session: ConsoleSession, uncheckedId: string): Promise<CustomerAnswer> {
  const { operator: by, where } = session
  const requests = await listSubjectsWaiting(deps, ['unfreeze-customer'])
  return await deps.database.transaction(async (tx) => {
    const userId = await requireCustomer(tx, uncheckedId)
    const openUntil = await openUntilOf(tx, deps, { session, userId })
    const mask = maskerFor(openUntil !== null)
    const [wallet] = await readWallets(tx, deps, [userId])
    if (wallet === undefined) throw new AppError('operator.no-customer')
    const { name, email, account, ...state } = await readState(tx, userId)
    const freeze = await findFreeze(tx, userId)
    const answer = {
      id: userId,
      openUntil: openUntil?.toISOString() ?? null,
      openForMs: openUntil === null ? null : openUntil.getTime() - deps.clock.now().getTime(),
      name: mask('full_name', name),
      email: mask('email', email),
      account: account === null ? null : { ...account, number: mask('account_number', account.number) },
      ...state,
      frozenByTeam: freeze === null ? null : present(freeze, requests),
      newLimit: wallet.newLimit,
      ownLimit: await readOwnLimit(tx, { userId, wallet }),
      mayLimit: state.closedAt === null && mayMake(by.role, 'set-customer-limit'),
      debt: wallet.debt,
      factors: { ...(await countFactors(tx, deps, userId)), pin: await readPinState(tx, userId) },
      money: await readMoney(tx, deps, { userId, wallet }),
      orders: await readCustomerOrders(tx, { userId, mask, limit: CUSTOMER_LINES }),
      deposits: await readCustomerDeposits(tx, { userId, mask, limit: CUSTOMER_LINES }),
      cases: await readCustomerCases(tx, userId, CUSTOMER_LINES),
      events: await readCustomerEvents(tx, userId, CUSTOMER_LINES),
      alerts: await readCustomerAlerts(tx, userId, CUSTOMER_LINES),
      emails: await readCustomerEmails(tx, userId, CUSTOMER_LINES),
    }
    const after = { open: openUntil !== null }
    await addAuditLine(tx, deps, { by, where, act: 'look-at-customer', subject: userId, after })
    return answer
  })
}

/**
 * The customer's dashboard as they see it now, from the same use case. It names other people, so it takes a reason.
 *
 * @throws AppError operator.no-customer · operator.reason-needed
 */
export async function readCustomerDashboard(deps: Deps, session: ConsoleSession, uncheckedId: string): Promise<Wallet> {
  const { operator: by, where } = session
  const userId = await deps.database.transaction(async (tx) => {
    const subject = await requireCustomer(tx, uncheckedId)
    if ((await openUntilOf(tx, deps, { session, userId: subject })) === null)
      throw new AppError('operator.reason-needed')
    await addAuditLine(tx, deps, { by, where, act: 'look-at-dashboard', subject })
    return subject
  })
  return await readWallet(deps, userId)
}

function present(
  { id, at, heading, by }: StandingFreeze,
  requests: readonly WaitingSubject[],
): CustomerAnswer['frozenByTeam'] {
  const liftWaits = requests.some(({ subject }) => subject === id)
  return { at: at.toISOString(), heading, by, liftWaits }
}

type StateRow = {
  readonly name: string
  readonly email: string
  readonly joinedAt: Date
  readonly closedAt: Date | null
  readonly frozenAt: Date | null
  readonly moneyOutWaitsUntil: Date | null
  readonly boundAt: Date | null
  readonly earlier: number
  readonly accountNumber: string | null
  readonly bank: string | null
}

async function readState(sql: Sql, userId: UserId) {
  const [row] = await sql.query<StateRow>(
    `select u.full_name as name, u.email, u.created_at as "joinedAt", u.closed_at as "closedAt", u.frozen_at as "frozenAt",
       u.money_out_frozen_until as "moneyOutWaitsUntil",
       (select d.created_at from devices d where d.user_id = u.id and d.revoked_at is null) as "boundAt",
       (select count(*)::int from devices d where d.user_id = u.id and d.revoked_at is not null) as earlier,
       f.account_number as "accountNumber", f.bank_name as bank
     from users u left join funding_accounts f on f.user_id = u.id where u.id = $1`,
    [userId],
  )
  if (row === undefined) throw new AppError('operator.no-customer')
  return {
    name: row.name,
    email: row.email,
    account: row.accountNumber === null ? null : { number: row.accountNumber, bank: row.bank },
    joinedAt: row.joinedAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    frozenAt: row.frozenAt?.toISOString() ?? null,
    moneyOutWaitsUntil: row.moneyOutWaitsUntil?.toISOString() ?? null,
    devices: { active: row.boundAt !== null, boundAt: row.boundAt?.toISOString() ?? null, earlier: row.earlier },
  }
}

async function readOwnLimit(sql: Sql, of: { userId: UserId; wallet: Wallet }): Promise<CustomerAnswer['ownLimit']> {
  const limit = await readCustomerLimit(sql, of.userId)
  if (limit === null || limit.dailyKobo === null) return null
  const { dailyKobo, reason, setAt, setBy, confirmedBy } = limit
  return {
    dailyKobo: dailyKobo.toString(),
    reason,
    setAt: setAt.toISOString(),
    setBy: `${setBy}, ${confirmedBy}`,
    binds: of.wallet.ownLimit !== null,
  }
}

async function countFactors(sql: Sql, deps: Deps, userId: UserId) {
  const { passkeys, authenticator, recoveryCodes } = await readFactors(sql, deps, userId)
  return { passkeys, authenticator: authenticator !== null, recoveryCodes }
}

async function readPinState(sql: Sql, userId: UserId): Promise<CustomerAnswer['factors']['pin']> {
  const [row] = await sql.query<{ isSet: boolean; isOff: boolean }>(
    'select pin_hash is not null as "isSet", wrong_in_row >= $2 as "isOff" from pins where user_id = $1',
    [userId, PIN_WRONG_BEFORE_OFF],
  )
  if (row === undefined) return 'none'
  if (row.isOff) return 'off'
  return row.isSet ? 'set' : 'none'
}

async function readMoney(
  sql: Sql,
  deps: Deps,
  of: { userId: UserId; wallet: Wallet },
): Promise<CustomerAnswer['money']> {
  const since = new Date(deps.clock.now().getTime() - CUSTOMER_MONEY_DAYS * DAY_MS)
  const { inKobo, outKobo } = await sumMoney(sql, of.userId, since)
  const { availableKobo, heldKobo, spentTodayKobo, dailyLimitKobo } = of.wallet
  return {
    availableKobo,
    heldKobo,
    spentTodayKobo,
    dailyLimitKobo,
    inKobo: inKobo.toString(),
    outKobo: outKobo.toString(),
  }
}
