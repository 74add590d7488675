import { CREDIT_PROOF_MAX_LENGTH, CREDIT_PROOF_MIN_LENGTH } from '#contract/console/limits.ts'
import { providerName } from '#contract/console/provider-names.ts'
import { type DepositId, isId, type OperatorRequestId, type TransactionId, type UserId } from '#contract/ids.ts'
import { formatNaira, type Kobo, kobo } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import {
  askForAct,
  type Confirmation,
  carryOut,
  type HowDecided,
  type OperatorRequest,
  type RequestContent,
} from '#server/identity/operators/requests.ts'
import { account } from '#server/ledger/accounts.ts'
import { lockAvailable } from '#server/ledger/balances.ts'
import { postTransfer } from '#server/ledger/post.ts'
import { isClosedAccount } from '#server/payments/orders/closed-account.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { readWholeLine } from '#server/platform/text/read-whole-line.ts'
import { isSuspended, lockSuspensions, readSuspensions, type Suspension } from '#server/suspension/suspensions.ts'
import { type BalancesChange, isSame, planCredit, readAll } from './credit-balances.ts'
import { announce } from './credit-payment.ts'
import { type DepositState, type DepositTransition, depositTransition } from './deposit-machine.ts'
import { bringToWallet, SET_ASIDE_FOR } from './deposits.ts'
import { restoreDeposit } from './restore-deposit.ts'

/** A deposit, perhaps set aside or given again by the bank. The amount in kobo. */
type SetAside = {
  readonly id: DepositId
  readonly userId: UserId | null
  readonly state: DepositState
  readonly reason: string | null
  readonly provider: string
  readonly reference: string
  readonly amountKobo: Kobo
  readonly senderName: string | null
  readonly transactionId: TransactionId | null
  /** When its provider first said that it is there again after the bank took it back; null: it does not say so. */
  readonly givenAgainAt: Date | null
}

const SELECT = `select id, user_id as "userId", state, reason, provider, reference, amount_kobo as "amountKobo",
  sender_name as "senderName", transaction_id as "transactionId", given_again_at as "givenAgainAt"
  from deposits where id = $1`

/** The effect of crediting a deposit, and its customer. */
export type CreditPreview = {
  readonly change: BalancesChange
  readonly customer: { readonly id: UserId; readonly fullName: string; readonly email: string }
  /** The deposit came in for a closed account. */
  readonly ofClosedAccount: boolean
  /** The bank had taken the deposit back and gives it again. */
  readonly isGivenAgain: boolean
}

export type UncheckedCredit = {
  readonly uncheckedDeposit: string
  readonly uncheckedCustomer: string
  readonly uncheckedProof: string
}

/**
 * Requests crediting a deposit that was set aside, or that the bank gives again, to its owner. Another operator
 * confirms.
 *
 * @throws RefusedError as readCredit
 */
export async function requestCredit(
  deps: Pick<Deps, 'clock' | 'database' | 'newId'>,
  of: UncheckedCredit & HowDecided & { by: ProvenOperator },
): Promise<OperatorRequestId> {
  const { subject, content } = await readCredit(deps.database, of)
  const asked = { ...of, act: 'credit-deposit', subject, content, after: { customer: content.customer } } as const
  return await askForAct(deps, asked)
}

/**
 * The exact content of a request to credit a deposit, from what was typed.
 *
 * @throws RefusedError if the proof, such a deposit or the customer is missing, and while money in is stopped
 */
export async function readCredit(
  sql: Sql,
  of: UncheckedCredit,
): Promise<{ subject: DepositId; content: RequestContent }> {
  const evidence = readWholeLine(of.uncheckedProof, {
    what: 'what proves it',
    min: CREDIT_PROOF_MIN_LENGTH,
    max: CREDIT_PROOF_MAX_LENGTH,
  })
  const id = of.uncheckedDeposit.trim()
  const deposit = isId('dep', id) ? await find(sql, id) : null
  if (deposit === null) throw new RefusedError('there is no such deposit')
  refuseUncreditable(deposit)
  const customer = await readCustomer(sql, of.uncheckedCustomer.trim())
  refuseOtherOwner(deposit, customer.id)
  refuseStopped(await readSuspensions(sql))
  return { subject: deposit.id, content: { ...describe(deposit), customer: customer.id, evidence } }
}

/**
 * The current effect of crediting the deposit of a request.
 *
 * @throws RefusedError when it is no longer possible
 */
export async function previewCredit(sql: Sql, request: OperatorRequest): Promise<CreditPreview> {
  const deposit = await find(sql, request.subject)
  refuseOther(deposit, request)
  const customer = await readCustomer(sql, request.content.customer ?? '')
  refuseOtherOwner(deposit, customer.id)
  refuseStopped(await readSuspensions(sql))
  const isGivenAgain = deposit.givenAgainAt !== null
  const change = planCredit(await readAll(sql, customer.id), deposit)
  const ofClosedAccount = deposit.userId !== null && deposit.state !== 'recalled'
  return { change, customer, ofClosedAccount, isGivenAgain }
}

/**
 * Credits a deposit that is set aside, once, confirmed by a second operator: suspense:in → user available. Like all
 * incoming money, it repays any debt first. A deposit that the bank gives again comes from the provider's float.
 *
 * `shown`: the effect that the second operator saw.
 *
 * @throws RefusedError for the same person and a request that ended; when the deposit can no longer be credited, the
 *   customer has closed their account or money in is stopped; and when the effect differs from the one shown
 */
export async function creditSetAside(
  deps: Pick<Deps, 'clock' | 'database' | 'events' | 'log' | 'newId'>,
  of: Confirmation & { readonly shown?: BalancesChange | null },
): Promise<void> {
  const { request, by, shown = null } = of
  const { id: userId } = await readCustomer(deps.database, request.content.customer ?? '')
  await carryOut(deps, of, async (tx, at) => {
    refuseStopped(await lockSuspensions(tx))
    const deposit = await find(tx, request.subject, 'for update')
    refuseOther(deposit, request)
    // The usual order: the user's money is locked first, then their row.
    await lockAvailable(tx, userId)
    if (await isClosedAccount(tx, userId)) throw new RefusedError(CLOSED)
    refuseOtherOwner(deposit, userId)
    const transition = depositTransition(deposit.state, 'by-operators')
    if (transition === null) throw new RefusedError(goneSentence(deposit.state))
    const people = [request.requestedBy, by.name] as const
    if (transition.posts === 'restore') await restoreDeposit(tx, deps, { deposit, userId, at, request, transition })
    else await credit(tx, deps, { deposit, userId, at, people, transition })
    if (shown !== null && !isSame(shown.after, await readAll(tx, userId))) throw new RefusedError(CHANGES_OTHERWISE)
    const { customer, evidence, amountKobo } = request.content
    return { after: { customer, amountKobo, evidence } }
  })
  deps.log.warn({ depositId: request.subject, userId }, 'a deposit was credited by two operators')
  announce(deps, { userId, orderId: null })
}

const CLOSED = 'this customer has closed their account'
const CHANGES_OTHERWISE = 'the amounts have changed since you looked: look at it again'

async function credit(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'newId'>,
  of: {
    deposit: SetAside
    userId: UserId
    at: Date
    people: readonly [asked: string, confirmed: string]
    transition: DepositTransition
  },
): Promise<void> {
  const { deposit, userId, at, people, transition } = of
  const { id: depositId, amountKobo, senderName } = deposit
  const { to, posts: kind } = transition
  if (kind === null) throw new Error('a deposit is credited without a transfer')
  const transactionId = deps.newId('txn')
  await tx.query(
    `update deposits set state = $2, user_id = $3, transaction_id = $4, credited_at = $5, credited_by = $6,
       confirmed_by = $7 where id = $1`,
    [depositId, to, userId, transactionId, at, ...people],
  )
  const detail = 'Bank transfer, credited by Jara after a check'
  await bringToWallet(tx, deps, { userId, depositId, transactionId, amountKobo, senderName, detail }, () =>
    postTransfer(tx, {
      id: deps.newId('trf'),
      userId,
      kind,
      key: `credited:${depositId}`,
      subjectId: depositId,
      movements: [{ from: account.suspenseIn, to: account.available(userId), amountKobo }],
      at,
    }),
  )
}

async function find(sql: Sql, id: string, lock: 'for update' | '' = ''): Promise<SetAside> {
  const [found] = await sql.query<SetAside>(`${SELECT} ${lock}`, [id])
  if (found === undefined) throw new RefusedError('there is no such deposit')
  return { ...found, amountKobo: kobo(found.amountKobo) }
}

/** The deposit as the second operator sees it, which must be unchanged when they confirm. */
function describe({ provider, reference, amountKobo, reason, state }: SetAside) {
  const is = { provider, reference, amountKobo: `${amountKobo}`, because: reason ?? '' }
  return state === 'quarantined' ? is : { ...is, contradicted: state }
}

function refuseOther(deposit: SetAside, { content }: OperatorRequest): void {
  refuseUncreditable(deposit)
  const isAsAsked = Object.entries(describe(deposit)).every(([name, value]) => content[name] === value)
  if (!isAsAsked) throw new RefusedError('this deposit has changed: look at it, and ask again')
}

function refuseUncreditable({ state, reason, givenAgainAt }: SetAside): void {
  const isOpen = state === 'quarantined' || givenAgainAt !== null
  if (!isOpen || depositTransition(state, 'by-operators') === null) throw new RefusedError(goneSentence(state))
  // A recalled deposit was credited before, so it is in naira and of this mode.
  if (state === 'recalled') return
  if (!isCreditable(reason)) throw new RefusedError(`it is not naira of this installation: ${reason}`)
}

/** A recalled deposit goes back to the customer it was taken from, and to nobody else. */
function refuseOtherOwner({ state, userId }: SetAside, customer: UserId): void {
  if (state === 'recalled' && userId !== customer)
    throw new RefusedError(`it was credited to another customer: ${userId}`)
}

/** Whether it is naira of this mode, not another currency or a payment from another mode. */
export function isCreditable(reason: string | null): boolean {
  return Object.values(SET_ASIDE_FOR).some((each) => each === reason)
}

function goneSentence(state: DepositState): string {
  if (state === 'sent_back' || state === 'recalled') return 'the bank has taken it back: there is nothing to credit'
  return `it is no longer set aside: it is ${state.replaceAll('_', ' ')}`
}

function refuseStopped(stops: readonly Suspension[]): void {
  const stop = stops.find((each) => isSuspended([each], 'in'))
  if (stop !== undefined) throw new RefusedError(`money in is stopped: ${stop.detail}`)
}

async function readCustomer(sql: Sql, uncheckedId: string): Promise<CreditPreview['customer']> {
  if (!isId('usr', uncheckedId)) throw new RefusedError('who owns it? Give the customer’s id: usr_…')
  const [found] = await sql.query<CreditPreview['customer'] & { isClosed: boolean }>(
    'select id, full_name as "fullName", email, closed_at is not null as "isClosed" from users where id = $1',
    [uncheckedId],
  )
  if (found === undefined) throw new RefusedError('there is no such customer')
  if (found.isClosed) throw new RefusedError(CLOSED)
  const { isClosed: _, ...customer } = found
  return customer
}

/** The deposit as the maker of a credit sees it. */
export function sayDeposit(content: RequestContent, id: string): string {
  const { amountKobo = '0', provider = '', reference } = content
  return `deposit ${id} of ${formatNaira(kobo(BigInt(amountKobo)))}, received at ${providerName(provider)} under ${reference}`
}
