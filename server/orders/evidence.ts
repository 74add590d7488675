import { type Kobo, kobo } from '#contract/money.ts'
import type { Answer, TransferFacts, TransferRefusal } from '../providers/payments.ts'
import type { OrderEvent } from './machine.ts'
import type { OrderRow } from './order.ts'

/** What a verification proves about an order. `mismatch` is proof about something else than what was agreed. */
export type Finding = {
  readonly event:
    | Extract<OrderEvent, 'paid' | 'failed' | 'reversed' | 'still-pending' | 'not-found'>
    | 'mismatch'
    | 'no-answer'
  readonly note: string
  readonly word?: string
  readonly providerFeeKobo?: Kobo
}

/** Reads a verification. Only one with the same reference, amount, currency and recipient may move money (R5). */
export function readFinding(order: OrderRow, answer: Answer<TransferFacts>): Finding {
  if (answer.outcome === 'unknown') return { event: 'no-answer', note: answer.cause }
  if (answer.outcome === 'declined') return { event: 'no-answer', note: `verification refused: ${answer.message}` }
  const facts = answer.value
  if (facts.standing === 'not-found')
    return { event: 'not-found', note: 'the provider does not know the reference (yet)' }
  const wrong = firstDifference(order, facts)
  if (wrong !== null)
    return { event: 'mismatch', note: `verified ${facts.word}, but ${wrong} differs`, word: facts.word }
  const found = { note: `verified: ${facts.word}`, word: facts.word, providerFeeKobo: kobo(facts.feeKobo) }
  if (facts.standing === 'pending') return { ...found, event: 'still-pending' }
  return { ...found, event: facts.standing }
}

function firstDifference(order: OrderRow, facts: TransferFacts): string | null {
  if (facts.reference !== order.reference) return 'the reference'
  if (facts.amountKobo !== order.amountKobo) return 'the amount'
  if (facts.currency !== 'NGN') return 'the currency'
  if (facts.accountNumber !== null && facts.accountNumber !== order.recipient.accountNumber) return 'the account number'
  if (facts.bankCode !== null && facts.bankCode !== order.recipient.bankCode) return 'the bank'
  return null
}

/** Why a transfer was refused, for the customer. */
export function refusalSentence(reason: TransferRefusal | 'recipient'): string {
  return {
    recipient: 'The payment partner does not accept this account.',
    'bad-recipient': 'The payment partner does not accept this account.',
    'below-minimum': 'The amount is below what the payment partner sends.',
    'float-low': 'We cannot send transfers right now. This is our fault, not yours.',
    'not-permitted': 'The payment partner does not send to this account right now.',
  }[reason]
}

/** What a customer is told when a sent transfer turned out not to be paid. */
export const NOT_PAID_SENTENCE = 'The bank did not accept this transfer.'
export const SENT_BACK_SENTENCE = 'The bank sent this transfer back.'
