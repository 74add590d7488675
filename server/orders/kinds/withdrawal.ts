import type { UserId } from '#contract/ids.ts'
import { formatNaira, type Kobo, kobo, nairaInWords } from '#contract/money.ts'
import { account } from '../../ledger/accounts.ts'
import type { Movement } from '../../ledger/post.ts'
import type { Posting } from '../machine.ts'
import type { OrderRow, Recipient } from '../order.ts'

export type WithdrawalTerms = {
  readonly amountKobo: Kobo
  readonly feeKobo: Kobo
  readonly dutyKobo: Kobo
  readonly totalKobo: Kobo
  readonly availableAfterKobo: Kobo
  readonly recipient: Recipient
}

/** The exact text that is shown before the tap that agrees to it, and signed by it: one `Label: value` per line. */
export function withdrawalTerms(of: WithdrawalTerms): string {
  return [
    ['You send', formatNaira(of.amountKobo)],
    ['In words', nairaInWords(of.amountKobo)],
    ['To', of.recipient.accountName],
    ['Bank', of.recipient.bankName],
    ['Account number', of.recipient.accountNumber],
    ['Fee', formatNaira(of.feeKobo)],
    ['Stamp duty', formatNaira(of.dutyKobo)],
    ['Total', formatNaira(of.totalKobo)],
    ['Left after this', formatNaira(of.availableAfterKobo)],
  ]
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')
}

/** The user's available money goes to held: amount, fee and duty together. */
export function withdrawalHold(of: { userId: UserId; totalKobo: Kobo }): Movement[] {
  return [{ from: account.available(of.userId), to: account.held(of.userId), amountKobo: of.totalKobo }]
}

/** What each resolution of a withdrawal moves. `facts` are the verified provider fee and what the user has available. */
export function withdrawalMovements(
  order: OrderRow,
  posting: Posting,
  facts: { providerFeeKobo: Kobo; availableKobo: Kobo },
): Movement[] {
  const available = account.available(order.userId)
  const held = account.held(order.userId)
  const float = account.providerFloat(order.provider)
  switch (posting) {
    // held → the provider's float (it paid), our fee, the state's duty; what the provider charges us comes off its float.
    case 'settle':
      return [
        { from: held, to: float, amountKobo: order.amountKobo },
        { from: held, to: account.revenueFees, amountKobo: order.feeKobo },
        { from: held, to: account.stampDuty, amountKobo: order.dutyKobo },
        { from: account.expense(order.provider), to: float, amountKobo: facts.providerFeeKobo },
      ]
    // held → available, everything.
    case 'release':
      return [{ from: held, to: available, amountKobo: order.totalKobo }]
    // The bank sent it back: amount, our fee and the duty all return, because the user got nothing for them.
    case 'return':
      return [
        { from: float, to: available, amountKobo: order.amountKobo },
        { from: account.revenueFees, to: available, amountKobo: order.feeKobo },
        { from: account.stampDuty, to: available, amountKobo: order.dutyKobo },
      ]
    // Released before, paid after all: the amount (no fee) is taken again as far as it is there, the rest is a debt.
    case 'late-success': {
      const taken = facts.availableKobo < order.amountKobo ? facts.availableKobo : order.amountKobo
      return [
        { from: available, to: float, amountKobo: taken },
        { from: account.debt(order.userId), to: float, amountKobo: kobo(order.amountKobo - taken) },
        { from: account.expense(order.provider), to: float, amountKobo: facts.providerFeeKobo },
      ]
    }
  }
}
