import { z } from 'zod'
import { assert } from '#server/platform/errors.ts'
import { type ExactText, exactText, UNREADABLE } from '#server/platform/text/exact-text.ts'
import { succeeded, unknown } from '#server/providers/answer.ts'
import type { Breaker } from '#server/providers/breaker.ts'
import type { PaymentProvider, TransferFacts } from '#server/providers/payments/payment-provider.ts'
import { type Context, declinedOrUnknown, pathSegment, type Refusal, refusalCause } from './api.ts'
import {
  accountNumberField,
  bankCodeField,
  exactField,
  exactOrNoneField,
  feeField,
  koboField,
  saidField,
  signedKoboField,
} from './fields.ts'
import { isDuplicateReference, transferRefusal } from './refusals.ts'
import { recordedWord, transferStanding } from './words.ts'

/** The form of a transfer reference for Paystack. */
const REFERENCE = /^[a-z0-9_-]{16,50}$/

const sent = z.object({ status: z.string(), reference: exactOrNoneField })

/**
 * Sends the one POST of a transfer. Only a refusal of the closed list is `declined`; a duplicate reference is
 * `unknown`, because the first transfer with it exists and has to be verified.
 */
export function sendTransfer({ api, timeouts }: Context, sending: Breaker): PaymentProvider['sendTransfer'] {
  return async ({ reference, recipientCode, amountKobo, reason }) => {
    assert(REFERENCE.test(reference), 'a transfer reference Paystack does not take')
    assert(amountKobo > 0n && amountKobo <= Number.MAX_SAFE_INTEGER, 'a transfer amount out of range')
    const reply = await api(
      'sendTransfer',
      {
        method: 'POST',
        path: '/transfer',
        body: {
          source: 'balance',
          amount: Number(amountKobo),
          recipient: recipientCode,
          reference,
          reason,
          currency: 'NGN',
        },
        timeoutMs: timeouts.sendMs,
      },
      sending,
    )
    if (reply.kind === 'unanswered') return unknown(reply.cause)
    if (reply.kind === 'refused') return refusedTransfer(reply)
    const read = sent.safeParse(reply.data)
    if (!read.success) return unknown('a transfer without a status')
    if ((read.data.reference ?? reference) !== reference) return unknown('a transfer with another reference')
    return succeeded({ word: recordedWord(read.data.status) })
  }
}

function refusedTransfer(reply: Refusal): Awaited<ReturnType<PaymentProvider['sendTransfer']>> {
  if (isDuplicateReference(reply)) return unknown('duplicate reference: the first transfer exists')
  const refusal = transferRefusal(reply)
  return refusal === null
    ? unknown(`a refusal outside the closed list: ${refusalCause(reply)}`)
    : { outcome: 'declined', reason: refusal, message: reply.message }
}

/** An integer right after sending, an object when verified. */
const recipient = z
  .object({
    details: z.object({ account_number: accountNumberField, bank_code: bankCodeField }).nullish().catch(null),
  })
  .nullish()
  .catch(null)

const transfer = z.object({
  status: z.string(),
  reference: exactField,
  amount: koboField,
  currency: exactField,
  fee_charged: feeField,
  recipient,
  gateway_response: saidField,
  failures: saidField,
})

/** The state of a transfer. `not-found` holds for this moment only: right after sending it proves nothing. */
export function verifyTransfer({ api, timeouts }: Context): PaymentProvider['verifyTransfer'] {
  return async (reference) => {
    const segment = pathSegment(reference)
    const asked = exactText(reference)
    if (segment === null || asked === null) return unknown('not asked: no reference')
    const reply = await api('verifyTransfer', {
      method: 'GET',
      path: `/transfer/verify/${segment}`,
      timeoutMs: timeouts.readMs,
    })
    if (reply.kind === 'unanswered') return unknown(reply.cause)
    if (reply.kind === 'refused') {
      return isTransferNotFound(reply)
        ? succeeded(notFound(asked))
        : unknown(`verification refused: ${refusalCause(reply)}`)
    }
    const read = readTransfer(reply.data)
    if ('problem' in read) return unknown(`a transfer with unreadable ${read.problem}`)
    if (read.facts.reference !== reference) return unknown('another transfer was verified')
    return succeeded(read.facts)
  }
}

/** A 404 of anything else (a wrong address, a proxy) says nothing about the transfer. */
function isTransferNotFound({ status, code, message }: Refusal): boolean {
  return status === 404 && (code === 'transfer_not_found' || /^transfer not found\b/i.test(message))
}

/** Reads one transfer as Paystack describes it in a verification or a list. */
export function readTransfer(data: unknown): { facts: TransferFacts } | { problem: string } {
  const read = transfer.safeParse(data)
  return read.success ? { facts: factsOf(read.data) } : { problem: fieldNames(read.error) }
}

function factsOf(read: z.infer<typeof transfer>): TransferFacts {
  return {
    status: transferStanding(read.status),
    word: recordedWord(read.status),
    reference: read.reference,
    amountKobo: read.amount,
    currency: read.currency,
    accountNumber: read.recipient?.details?.account_number ?? null,
    bankCode: read.recipient?.details?.bank_code ?? null,
    feeKobo: read.fee_charged,
    message: read.gateway_response ?? read.failures,
  }
}

function notFound(reference: ExactText): TransferFacts {
  return {
    status: 'not-found',
    word: recordedWord('not-found'),
    reference,
    amountKobo: 0n,
    currency: UNREADABLE,
    accountNumber: null,
    bankCode: null,
    feeKobo: 0n,
    message: null,
  }
}

/** Names of the fields at fault, without their values. */
export function fieldNames(error: z.ZodError): string {
  return [...new Set(error.issues.map((issue) => issue.path.map(String).join('.') || 'body'))].slice(0, 5).join(', ')
}

const balances = z.array(z.object({ currency: z.string(), balance: z.unknown() }))

/** Paystack's naira balance, which transfers draw from. */
export function balance({ api, timeouts }: Context): PaymentProvider['balance'] {
  return async () => {
    const reply = await api('balance', { method: 'GET', path: '/balance', timeoutMs: timeouts.readMs })
    if (reply.kind !== 'accepted') return declinedOrUnknown(reply)
    const read = balances.safeParse(reply.data)
    const naira = read.success ? read.data.find((each) => each.currency === 'NGN') : undefined
    const balanceKobo = signedKoboField.safeParse(naira?.balance)
    if (!balanceKobo.success) return unknown('no readable naira balance')
    return succeeded({ balanceKobo: balanceKobo.data })
  }
}
