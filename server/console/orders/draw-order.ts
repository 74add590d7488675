import type { Line } from '#contract/console/orders.ts'
import { providerName } from '#contract/console/provider-names.ts'
import { formatNaira } from '#contract/money.ts'
import type { Masker } from '#server/console/customers/masker.ts'
import type { ApprovalEvidence } from '#server/identity/devices/approval-evidence.ts'
import { isStronglyApproved } from '#server/identity/devices/approval-evidence.ts'
import {
  cutOf,
  type Drawn,
  drawAlarms,
  drawAlerts,
  drawCases,
  drawDifferences,
  drawTransfers,
  drawWebhooks,
  inOrder,
} from './line.ts'
import type { OrderFacts } from './order-facts.ts'
import { momentFact } from './words.ts'

/** The timeline of everything stored about an order, and the sources that have more entries. */
export function drawOrder(facts: OrderFacts, mask: Masker): { line: Line[]; cut: string[] } {
  const { steps, requests, charges, payments, webhooks, alerts, alarms, differences, cases, messages } = facts
  const line = inOrder([
    ...drawQuote(facts),
    drawApproval(facts, mask),
    ...drawCharges(facts, mask),
    ...drawPayments(facts),
    ...drawWebhooks(webhooks.rows),
    ...drawRequests(facts),
    ...drawSteps(facts),
    ...drawTransfers(facts.transfers),
    ...drawCode(facts),
    ...drawReceipt(facts),
    ...drawAlerts(alerts.rows),
    ...drawAlarms(alarms.rows),
    ...drawDifferences(differences.rows),
    ...drawCases({ cases, messages }, mask),
  ])
  const sources = {
    steps,
    requests,
    'account numbers': charges,
    payments,
    webhooks,
    alerts,
    alarms,
    differences,
    cases,
    messages,
  }
  return { line, cut: cutOf(sources) }
}

function drawQuote({ quote, order }: OrderFacts): Drawn[] {
  if (quote === null) return []
  const facts = [['Quote', order.quoteId] as const, momentFact('Good until', quote.expiresAt)]
  return [{ source: 'terms', key: order.quoteId, at: quote.createdAt, title: 'Terms shown to the customer', facts }]
}

/** The signed terms and how they were signed, never the signature. */
function drawApproval({ order, agreed: { terms, approval } }: OrderFacts, mask: Masker): Drawn {
  const of = { source: 'approval', key: order.id, at: order.createdAt } as const
  if (approval === null) {
    const title = 'Requested by the customer; nothing leaves the wallet, so nothing is signed'
    return { ...of, title, facts: [['Terms', mask('terms', terms)]] }
  }
  return {
    ...of,
    title: `Approved by the customer with ${howApproved(approval)}`,
    facts: [
      ['Signed terms', mask('terms', terms)],
      ['Device', mask('approval', approval.deviceId)],
      ['Passkey', 'passkey' in approval ? mask('approval', approval.passkey.id) : null],
      ['Signed together with others', approval.batchId === undefined ? null : mask('approval', approval.batchId)],
    ],
  }
}

function howApproved(approval: NonNullable<ApprovalEvidence>): string {
  if ('passkey' in approval) return 'a passkey'
  return isStronglyApproved(approval)
    ? 'PIN, device signature and a code of the authenticator app'
    : 'PIN and device signature'
}

function drawCharges({ charges }: OrderFacts, mask: Masker): Drawn[] {
  return charges.rows.map(({ reference, provider, accountNumber, bankName, expiresAt, createdAt }) => ({
    source: 'charge',
    key: reference,
    at: createdAt,
    title:
      accountNumber === null
        ? `Account number asked for at ${providerName(provider)}; no answer is stored`
        : `Account number asked for at ${providerName(provider)}, and issued`,
    facts: [
      ['Reference', reference],
      ['Account number', mask('account_number', accountNumber)],
      ['Bank', bankName],
      momentFact('Takes money until', expiresAt),
    ],
  }))
}

const STRAY: Readonly<Record<string, string>> = {
  less: 'less than the price, so it went to the wallet',
  more: 'more than the price: the rest went to the wallet',
  second: 'a second payment, which went to the wallet',
  late: 'too late, so it went to the wallet',
}

function drawPayments({ payments }: OrderFacts): Drawn[] {
  return payments.rows.map(({ id, amountKobo, state, stray, paidAt, createdAt }) => ({
    source: 'payment',
    key: id,
    at: createdAt,
    title: `A bank transfer of ${formatNaira(amountKobo)} came in for it`,
    facts: [
      ['Deposit', id],
      ['State', state.replaceAll('_', ' ')],
      ['It was', stray === null ? null : (STRAY[stray] ?? stray)],
      momentFact('Paid', paidAt),
    ],
  }))
}

/** Each reference under which a request was sent. */
function drawRequests({ requests }: OrderFacts): Drawn[] {
  return requests.rows.map(({ number, provider, reference, at, absences, foundByPeople }) => ({
    source: 'request',
    key: `${number}`,
    at,
    title: foundByPeople
      ? `Found at ${providerName(provider)} by two operators, under a reference missing from the restored backup`
      : `Request to ${providerName(provider)}${number === 1 ? '' : ' under a new reference'}`,
    facts: [
      ['Reference', reference],
      [
        'Allowed because',
        absences === 0
          ? null
          : `${providerName(provider)} said ${absences} times that it does not know the previous one`,
      ],
    ],
  }))
}

const STEPS: Readonly<Record<string, string>> = {
  approved: 'approved',
  asked: 'requested, to be paid by bank transfer',
  send: 'the request goes out',
  'send-anew': 'the request goes out again, under a new reference',
  'never-arrived': 'proved never to have arrived',
  accepted: 'the provider took the request',
  unanswered: 'no answer from the provider, or one that proves nothing',
  refused: 'the provider refused it, and does not know it',
  cancelled: 'cancelled by the customer',
  overdue: 'no proof in time, or conflicting proof: manual review',
  mismatch: 'conflicting proof: manual review',
  paid: 'proved paid or delivered',
  failed: 'proved failed',
  reversed: 'proved reversed',
  'still-pending': 'the provider reports it as still pending',
  'not-found': 'the provider does not know the reference',
  expired: 'its account number no longer accepts payments for it',
  'given-back': 'returned by the customer',
  fulfilled: 'delivered by us',
  'paid-by-operators': 'ended as paid by two operators',
  'not-paid-by-operators': 'ended as not paid by two operators',
  'failed-after-all': 'proved failed, after two operators ended it as paid',
  'refunded-by-operators': 'refunded by two operators',
}

function drawSteps({ steps, provider }: OrderFacts): Drawn[] {
  return steps.rows.map(({ seq, state, event, evidence, at }) => ({
    source: 'step',
    key: `${seq}`,
    at,
    title: `Step ${seq}: ${(STEPS[event] ?? event).replace('the provider', provider ?? 'the provider')}`,
    facts: [
      ['State', state.replaceAll('_', ' ')],
      ['Evidence', evidence],
    ],
  }))
}

function drawCode({ code, order }: OrderFacts): Drawn[] {
  if (code === null) return []
  const issued: Drawn = { source: 'code', key: 'issued', at: code.createdAt, title: 'BPC code issued' }
  if (code.returnedAt === null) return [issued]
  return [issued, { source: 'code', key: `${order.id} returned`, at: code.returnedAt, title: 'BPC code returned' }]
}

function drawReceipt({ receipt, order }: OrderFacts): Drawn[] {
  if (receipt === null) return []
  const title = 'The customer made a receipt that others can check'
  return [{ source: 'receipt', key: order.transactionId, at: receipt.createdAt, title }]
}
