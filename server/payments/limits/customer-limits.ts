import { LIMIT_REASON_MAX_LENGTH, LIMIT_REASON_MIN_LENGTH } from '#contract/console/limits.ts'
import { WITHDRAWAL_MAX_KOBO } from '#contract/constants.ts'
import { DAILY_LIMIT_LEAST_KOBO } from '#contract/daily-limits.ts'
import { isId, type OperatorRequestId, type UserId } from '#contract/ids.ts'
import { formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import { lagosMoment } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import {
  askForAct,
  type Confirmation,
  carryOut,
  type HowDecided,
  type RequestContent,
} from '#server/identity/operators/requests.ts'
import { lockAvailable } from '#server/ledger/balances.ts'
import { readDailyLimit } from '#server/payments/orders/approving/limits.ts'
import { isSqlError, type Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { readWholeLine } from '#server/platform/text/read-whole-line.ts'
import { readWholeNaira } from './read-whole-naira.ts'

/** Typed instead of an amount to end the customer's own limit. */
export const NO_LIMIT = 'none'

/** The newest decision about one customer's limit. `dailyKobo` is null if it ended the limit. */
export type CustomerLimit = {
  readonly number: number
  readonly dailyKobo: Kobo | null
  readonly reason: string
  readonly setAt: Date
  readonly setBy: string
  readonly confirmedBy: string
}

export type UncheckedCustomerLimit = {
  /** An id; in a terminal also an email. */
  readonly uncheckedCustomer: string
  /** Naira as typed, or NO_LIMIT. */
  readonly uncheckedDaily: string
  readonly uncheckedReason: string
}

type LimitDeps = Pick<Deps, 'clock' | 'database'>

/** The newest decision about a customer's own limit, or null. */
export async function readCustomerLimit(sql: Sql, userId: UserId): Promise<CustomerLimit | null> {
  const [row] = await sql.query<CustomerLimit>(
    `select number, daily_kobo as "dailyKobo", reason, set_at as "setAt", set_by as "setBy", confirmed_by as "confirmedBy"
     from customer_limits where user_id = $1 order by number desc limit 1`,
    [userId],
  )
  return row ?? null
}

/**
 * The exact content of a limit for one customer, or of its end, from what was typed.
 *
 * @throws RefusedError for an unknown or closed account, an amount that is not below the limit in force, a reason that is too
 *   short or too long, and the end of a limit that is not set
 */
export async function readLimitOf(deps: LimitDeps, of: UncheckedCustomerLimit): Promise<RequestContent> {
  const customer = await findCustomer(deps.database, of.uncheckedCustomer.trim())
  const reason = readWholeLine(of.uncheckedReason, {
    what: 'the reason',
    min: LIMIT_REASON_MIN_LENGTH,
    max: LIMIT_REASON_MAX_LENGTH,
  })
  const before = await readCustomerLimit(deps.database, customer)
  const content = { customer, was: `${before?.dailyKobo ?? ''}`, replaces: `${before?.number ?? 0}`, reason }
  if (of.uncheckedDaily.trim() === NO_LIMIT) {
    if (content.was === '') throw new RefusedError('this customer has no limit of their own')
    return { ...content, dailyKobo: '' }
  }
  const dailyKobo = readWholeNaira(of.uncheckedDaily, {
    what: 'the limit',
    leastKobo: DAILY_LIMIT_LEAST_KOBO,
    mostKobo: WITHDRAWAL_MAX_KOBO,
  })
  if (content.was === `${dailyKobo}`) throw new RefusedError('nothing would change')
  const { everybodysKobo } = await readDailyLimit(deps.database, customer, deps.clock.now())
  if (dailyKobo >= everybodysKobo)
    throw new RefusedError(`give less than their limit of ${formatNairaShort(everybodysKobo)} a day`)
  return { ...content, dailyKobo: `${dailyKobo}` }
}

async function findCustomer(sql: Sql, unchecked: string): Promise<UserId> {
  const isEmail = !isId('usr', unchecked)
  const [row] = await sql.query<{ id: UserId }>(
    `select id from users where closed_at is null and ${isEmail ? 'lower(email) = lower($1)' : 'id = $1'}`,
    [unchecked],
  )
  if (row === undefined) throw new RefusedError(`no open account has this ${isEmail ? 'email' : 'id'}`)
  return row.id
}

/** What a limit for one customer, or its end, does, in one sentence. */
export function summaryOfLimit({ customer, dailyKobo = '', was = '' }: RequestContent): string {
  return dailyKobo === ''
    ? `End the limit of ${sayKobo(was)} a day of customer ${customer}.`
    : `Limit customer ${customer} to ${sayKobo(dailyKobo)} a day.`
}

const sayKobo = (amount: string) => formatNairaShort(kobo(BigInt(amount)))

/**
 * Requests a limit for one customer, or its end. Another operator has to confirm.
 *
 * @throws RefusedError as readLimitOf
 */
export async function requestCustomerLimit(
  deps: LimitDeps & Pick<Deps, 'newId'>,
  of: UncheckedCustomerLimit & HowDecided & { by: ProvenOperator },
): Promise<OperatorRequestId> {
  const content = await readLimitOf(deps, of)
  const { customer, dailyKobo, reason = null } = content
  const asked = { content, reason, after: { customer, dailyKobo } }
  const subject = deps.newId('clm')
  return await askForAct(deps, { ...of, ...asked, act: 'set-customer-limit', subject })
}

/**
 * The effects of a limit for one customer, or of its end, as both operators read them.
 *
 * @throws RefusedError when it was changed, or the account closed, in the meantime
 */
export async function previewCustomerLimit(sql: Sql, content: RequestContent): Promise<string[]> {
  const customer = await findCustomer(sql, content.customer ?? '')
  const before = await readCustomerLimit(sql, customer)
  refuseChanged(content, before?.number ?? 0)
  if (content.dailyKobo === '') return ['From then on everybody’s limit holds for them, also for existing quotes.']
  return [
    'Each approval from then on is checked against it, also of an existing quote. A BPC does not raise it.',
    'If everybody’s limit is lowered below it, that one holds.',
    `Where it binds, the customer reads: “Your limit is ${sayKobo(content.dailyKobo ?? '')} a day.”, the day on which we set it, and to contact support. They do not read the reason.`,
    ...(before?.dailyKobo == null
      ? []
      : [`It replaces their limit of ${formatNairaShort(before.dailyKobo)} a day of ${lagosMoment(before.setAt)}.`]),
  ]
}

function refuseChanged({ replaces }: RequestContent, newest: number): void {
  if (replaces !== `${newest}`)
    throw new RefusedError('the limit of this customer has changed since this was requested: look at it, and ask again')
}

/**
 * Sets the limit of one customer, or ends it, as another operator requested. Waits for approvals that have begun; later ones
 * are checked against it. Returns the customer.
 *
 * @throws RefusedError as confirmRequest, and when it was changed in the meantime
 */
export async function setCustomerLimit(deps: LimitDeps, of: Confirmation): Promise<UserId> {
  const { subject: id, content, requestedBy } = of.request
  const { dailyKobo, reason, replaces } = content
  const customer = await findCustomer(deps.database, content.customer ?? '')
  const before = async (tx: Parameters<typeof lockAvailable>[0]) => void (await lockAvailable(tx, customer))
  await carryOut(deps, { ...of, before }, async (tx, at) => {
    refuseChanged(content, (await readCustomerLimit(tx, customer))?.number ?? 0)
    await tx
      .query(
        `insert into customer_limits (id, user_id, number, daily_kobo, reason, set_at, set_by, confirmed_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [id, customer, Number(replaces) + 1, dailyKobo === '' ? null : dailyKobo, reason, at, requestedBy, of.by.name],
      )
      .catch((error: unknown) => {
        // Another request was confirmed at the same moment: a user who never had money has no account to lock.
        if (isSqlError(error, '23505', 'customer_limits_number')) refuseChanged(content, -1)
        throw error
      })
    return { reason: reason ?? null, after: { customer, dailyKobo } }
  })
  return customer
}
