import { moveTransfer } from '#sandbox/advance.ts'
import { bankIsOpen, bankWithCode } from '#sandbox/banks.ts'
import type { Call, Endpoint } from '#sandbox/endpoint.ts'
import type { PlannedMove, Recipient, Transfer } from '#sandbox/events.ts'
import type { Fault } from '#sandbox/faults.ts'
import type { PaystackOperation } from '#sandbox/operations.ts'
import type { World } from '#sandbox/world.ts'
import { type Answer, accepted, koboOf, pageOf, refuse, textOf } from './answers.ts'
import { koboNumber, transferAccepted, transferData } from './bodies.ts'
import { dashboardData } from './dashboard.ts'
import { toldBalanceKobo, toldLines, toldTransfer, wordOf } from './faulty-responses.ts'
import { transferFeeAtPaystackKobo } from './fees.ts'

/** How long the interbank network takes in this world. */
const TRANSFER_TAKES_MS = 400
/** How long a transfer stays in validation under `not-found-then-success`. */
const VALIDATION_TAKES_MS = 3_000
/** How long after success the money comes back under `success-then-reversed`. */
const REVERSAL_AFTER_MS = 2_000
/** Our choice: Paystack publishes no figure. */
const TRANSFER_MIN_KOBO = 10_000n
const ONE_NAIRA_KOBO = 100n

const REFERENCE = /^[a-z0-9_-]{16,50}$/
/** The one-time password of the simulated operator. */
export const TRANSFER_OTP = '123456'

export function transferEndpoints(world: World): Endpoint<PaystackOperation>[] {
  return [
    {
      method: 'POST',
      path: '/transfer',
      operation: 'transfer',
      handle: (call) => send(world, call),
      actsOutDecline: true,
    },
    { method: 'GET', path: '/transfer', operation: 'transfers', handle: (call) => list(world, call) },
    {
      method: 'GET',
      path: '/transfer/verify/:reference',
      operation: 'transfer-verify',
      handle: (call) => verify(world, call),
    },
    {
      method: 'POST',
      path: '/transfer/finalize_transfer',
      operation: 'finalize-transfer',
      handle: (call) => finalize(world, call),
    },
    { method: 'GET', path: '/balance', operation: 'balance', handle: (call) => balance(world, call) },
  ]
}

function send(world: World, call: Call): Answer {
  const asked = readTransfer(world, call)
  if ('refusal' in asked) return asked.refusal
  const transfer = plannedTransfer(world, asked, call.fault)
  if (transfer.amountKobo + transfer.feeKobo > world.state.balanceKobo || call.fault?.fault === 'refuse') {
    return refuse('transfer-balance-low')
  }
  world.record([{ type: 'transfer.accepted', transfer }])
  // In validation: Paystack's gateway has timed out, and no lookup finds the transfer for a while.
  if (call.fault?.fault === 'not-found-then-success') {
    return { http: 504, body: { status: false, message: 'Gateway timeout' } }
  }
  const word = call.fault?.fault === 'other-word' ? wordOf(call.fault) : transfer.status
  const data = transferAccepted(transfer, asked.recipient, asked.amountKobo, word)
  return accepted(transfer.status === 'otp' ? 'Transfer requires OTP to continue' : 'Transfer has been queued', data)
}

type Asked = { recipient: Recipient; amountKobo: bigint; reference: string; reason: string }

function readTransfer(world: World, { body }: Call): Asked | { refusal: Answer } {
  if (textOf(body, 'source') !== 'balance') return { refusal: refuse('transfer-source-missing') }
  const amountKobo = koboOf(body, 'amount')
  if (amountKobo === null) return { refusal: refuse('transfer-amount-invalid') }
  if (amountKobo < TRANSFER_MIN_KOBO) return { refusal: refuse('transfer-amount-small') }
  if ((textOf(body, 'currency') ?? 'NGN') !== 'NGN') return { refusal: refuse('transfer-currency') }
  const reference = textOf(body, 'reference')
  if (reference === null) return { refusal: refuse('transfer-reference-missing') }
  if (!REFERENCE.test(reference)) return { refusal: refuse('transfer-reference-invalid') }
  if (world.state.transfers.has(reference)) return { refusal: refuse('transfer-reference-used') }
  const recipient = world.state.recipients.get(textOf(body, 'recipient') ?? '')
  if (recipient === undefined) return { refusal: refuse('transfer-recipient-invalid') }
  const bank = bankWithCode(recipient.bankCode)
  if (bank !== undefined && !bankIsOpen(world, bank)) return { refusal: refuse('transfer-recipient-watched') }
  return { recipient, amountKobo, reference, reason: textOf(body, 'reason') ?? '' }
}

/** A transfer's whole future is decided when it is accepted; each move then waits for its time. */
function plannedTransfer(world: World, asked: Asked, fault: Fault | null): Transfer {
  const nowMs = world.now().getTime()
  const at = world.now().toISOString()
  const wrong = fault?.fault === 'wrong-amount'
  const visibleFromMs = nowMs + (fault?.fault === 'not-found-then-success' ? (fault.delayMs ?? VALIDATION_TAKES_MS) : 0)
  return {
    id: world.nextId(),
    code: world.newCode('TRF'),
    reference: asked.reference,
    recipientCode: asked.recipient.code,
    amountKobo: wrong ? asked.amountKobo - ONE_NAIRA_KOBO : asked.amountKobo,
    feeKobo: transferFeeAtPaystackKobo(asked.amountKobo),
    reason: asked.reason,
    status: fault?.fault === 'otp' ? 'otp' : 'pending',
    visibleFromMs,
    plan: planOf(nowMs, visibleFromMs, fault),
    createdAt: at,
    updatedAt: at,
    transferredAt: null,
  }
}

function planOf(nowMs: number, visibleFromMs: number, fault: Fault | null): PlannedMove[] {
  const atMs = nowMs + TRANSFER_TAKES_MS
  switch (fault?.fault) {
    case 'pending':
    case 'otp':
      return []
    case 'decline':
      return [{ atMs, status: 'failed' }]
    case 'not-found-then-success':
      return [{ atMs: visibleFromMs, status: 'success' }]
    case 'success-then-reversed':
      return [
        { atMs, status: 'success' },
        { atMs: atMs + (fault.delayMs ?? REVERSAL_AFTER_MS), status: 'reversed' },
      ]
    case 'fail-then-success-then-reversed': {
      const laterMs = fault.delayMs ?? REVERSAL_AFTER_MS
      return [
        { atMs, status: 'failed' },
        { atMs: atMs + laterMs, status: 'success' },
        { atMs: atMs + 2 * laterMs, status: 'reversed' },
      ]
    }
    default:
      return [{ atMs, status: 'success' }]
  }
}

function verify(world: World, call: Call): Answer {
  const byHand = [...world.state.dashboardTransfers.values()].find(
    ({ reference }) => reference === call.params.reference,
  )
  if (byHand !== undefined) return accepted('Transfer retrieved', dashboardData(byHand))
  const transfer = world.state.transfers.get(call.params.reference ?? '')
  const hidden = transfer === undefined || world.now().getTime() < transfer.visibleFromMs
  if (hidden || call.fault?.fault === 'not-found-then-success') {
    return refuse('transfer-unknown')
  }
  const data = toldTransfer(world, transfer, call.fault)
  return data === null ? refuse('transfer-unknown') : accepted('Transfer retrieved', data)
}

function list(world: World, call: Call): Answer {
  const nowMs = world.now().getTime()
  const { from, to, status } = call.query
  const visible = [...world.state.transfers.values()].filter((transfer) => transfer.visibleFromMs <= nowMs)
  const seen = [...visible, ...world.state.dashboardTransfers.values()]
    .filter((transfer) => status === undefined || transfer.status === status)
    .filter((transfer) => isBetween(transfer.createdAt, from, to))
    .toSorted((one, other) => other.id - one.id)
  const { items, meta } = pageOf(seen, call.query)
  const lines = items.map((each) => ('amountKobo' in each ? transferData(world, each) : dashboardData(each)))
  return accepted('Transfers retrieved', toldLines(lines, call.fault), meta)
}

/** Whether an instant lies in `[from, to]`; a missing or unreadable bound does not limit. */
export function isBetween(at: string, from: string | undefined, to: string | undefined): boolean {
  const ms = Date.parse(at)
  return !(ms < Date.parse(from ?? '')) && !(ms > Date.parse(to ?? ''))
}

function finalize(world: World, { body }: Call): Answer {
  const code = textOf(body, 'transfer_code')
  const transfer = [...world.state.transfers.values()].find((each) => each.code === code)
  if (transfer === undefined || transfer.status !== 'otp') {
    return refuse('otp-transfer-invalid')
  }
  if (textOf(body, 'otp') !== TRANSFER_OTP) return refuse('otp-invalid')
  moveTransfer(world, transfer.reference, 'success', null)
  const done = world.state.transfers.get(transfer.reference) ?? transfer
  return accepted('Transfer has been queued', transferData(world, done))
}

function balance(world: World, { fault }: Call): Answer {
  return accepted('Balances retrieved', [{ currency: 'NGN', balance: koboNumber(toldBalanceKobo(world, fault)) }])
}
