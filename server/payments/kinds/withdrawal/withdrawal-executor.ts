import { kobo } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import type { Alarm, OrderExecutor, Prepared, Sent } from '#server/payments/kinds/kind.ts'
import type { VerificationResult } from '#server/payments/orders/evidence.ts'
import type { OrderRowOf } from '#server/payments/orders/order.ts'
import type { Answer } from '#server/providers/answer.ts'
import type { PaymentProvider, TransferFacts, TransferRefusal } from '#server/providers/payments/payment-provider.ts'
import { providerFor } from '#server/providers/registry.ts'

type Withdrawal = OrderRowOf<'withdrawal'>

/** Bank transfers go through the payment provider, with the order's id as the reference. */
export const withdrawalExecutor: OrderExecutor<Withdrawal> = {
  references: null,
  prepare,
  verify: async (deps, order) =>
    readTransfer(order, await providerFor(deps, 'payments', order.provider).verifyTransfer(order.reference)),
}

/** Registers the recipient at the provider. That moves no money, so a refusal here is conclusive. */
async function prepare(deps: Deps, order: Withdrawal): Promise<Prepared> {
  const payments = providerFor(deps, 'payments', order.provider)
  if (!payments.available()) return { ready: false, refused: null }
  const { accountName: name, bankCode, accountNumber } = order.recipient
  const answer = await payments.createRecipient({ name, bankCode, accountNumber })
  if (answer.outcome === 'unknown') return { ready: false, refused: null }
  if (answer.outcome === 'declined') {
    const refused = { note: `recipient refused: ${answer.reason}`, failure: refusalSentence('recipient') }
    return { ready: false, refused }
  }
  const { recipientCode } = answer.value
  return { ready: true, reference: order.reference, send: () => send(payments, order, recipientCode) }
}

/** Refusals that concern us, not one recipient, are for operators. */
function alarmOf(reason: TransferRefusal, said: string): Alarm | null {
  if (reason === 'float-low') return { kind: 'provider-float-low', detail: 'top up our float' }
  if (reason === 'not-permitted') return { kind: 'provider-switched-off', detail: `transfers are refused: ${said}` }
  return null
}

async function send(payments: PaymentProvider, order: Withdrawal, recipientCode: string): Promise<Sent> {
  const sent = await payments.sendTransfer({
    reference: order.reference,
    recipientCode,
    amountKobo: order.amountKobo,
    reason: `Transfer ${order.reference.slice(-8)}`,
  })
  if (sent.outcome === 'succeeded') return { outcome: 'accepted', note: `accepted: ${sent.value.word}` }
  if (sent.outcome === 'unknown') return { outcome: 'unanswered', note: sent.cause }
  return {
    outcome: 'refused',
    note: sent.reason,
    failure: refusalSentence(sent.reason),
    alarm: alarmOf(sent.reason, sent.message),
  }
}

/** Reads a verification. Only one with the same reference, amount, currency and recipient may move money (R5). */
function readTransfer(order: Withdrawal, answer: Answer<TransferFacts>): VerificationResult {
  if (answer.outcome === 'unknown') return { event: 'no-answer', note: answer.cause }
  if (answer.outcome === 'declined') return { event: 'no-answer', note: `verification refused: ${answer.message}` }
  const facts = answer.value
  if (facts.status === 'not-found')
    return { event: 'not-found', note: 'the provider does not know the reference (yet)' }
  const wrong = firstDifference(order, facts)
  if (wrong !== null)
    return { event: 'mismatch', note: `verified ${facts.word}, but ${wrong} differs`, word: facts.word }
  const found = { note: `verified: ${facts.word}`, word: facts.word, providerFeeKobo: kobo(facts.feeKobo) }
  switch (facts.status) {
    case 'paid':
      return { ...found, event: 'paid' }
    case 'failed':
      return { ...found, event: 'failed', failure: 'The bank did not accept this transfer.' }
    case 'reversed':
      return { ...found, event: 'reversed', failure: 'The bank sent this transfer back.' }
    case 'pending':
      return { ...found, event: 'still-pending' }
  }
}

function firstDifference(order: Withdrawal, facts: TransferFacts): string | null {
  if (facts.reference !== order.reference) return 'the reference'
  if (facts.amountKobo !== order.amountKobo) return 'the amount'
  if (facts.currency !== 'NGN') return 'the currency'
  if (facts.accountNumber !== null && facts.accountNumber !== order.recipient.accountNumber) return 'the account number'
  if (facts.bankCode !== null && facts.bankCode !== order.recipient.bankCode) return 'the bank'
  return null
}

/** Why a transfer was refused, for the customer. */
function refusalSentence(reason: TransferRefusal | 'recipient'): string {
  return {
    recipient: 'Transfers to this account are not accepted.',
    'bad-recipient': 'Transfers to this account are not accepted.',
    'below-minimum': 'This amount is too small to send.',
    'float-low': 'We cannot send transfers right now. This is our fault, not yours.',
    'recipient-blocked': 'Transfers to this account are not possible right now.',
    'not-permitted': 'We cannot send transfers right now. This is our fault, not yours.',
  }[reason]
}
