import { formatNairaShort } from '#contract/money.ts'
import type { OrderState } from '#contract/orders.ts'
import { transferFeeKobo } from '#contract/prices.ts'
import { account } from '#server/ledger/accounts.ts'
import { repayOrGive, takeOrOwe } from '#server/ledger/debt.ts'
import type { Movement } from '#server/ledger/post.ts'
import {
  HOW_LONG,
  type KindDescriptor,
  NEVER_BY_TRANSFER,
  NO_PUBLIC_EXTRAS,
  one,
  type PostingFacts,
} from '#server/payments/kinds/kind.ts'
import type { Posting } from '#server/payments/orders/machine.ts'
import type { OrderRowOf } from '#server/payments/orders/order.ts'
import { isLarge } from './is-large.ts'
import { quoteWithdrawal } from './quote-withdrawal.ts'
import { withdrawalExecutor } from './withdrawal-executor.ts'

type Withdrawal = OrderRowOf<'withdrawal'>

/** A transfer to a bank account. */
export const withdrawal: KindDescriptor<'withdrawal'> = {
  quote: async ({ deps, catalogues, userId }, body) => ({
    quote: await quoteWithdrawal(deps, catalogues.banks, userId, body),
    similar: null,
  }),
  recipientKey: ({ bankCode, accountNumber }) => `bank:${bankCode}:${accountNumber}`,
  line: ({ recipient }) => ({
    title: 'Bank Transfer',
    counterparty: recipient.accountName,
    detail: `${recipient.accountNumber} · ${recipient.bankName}`,
  }),
  noun: () => one('bank transfer'),
  movements,
  explain,
  stepTitle: (state) => STEP_TITLES[state],
  executor: withdrawalExecutor,
  givenWithProof: () => null,
  isHandedOver: async () => true,
  beneficiary: ({ accountNumber, accountName, bankCode, bankName }) => ({
    kind: 'bank',
    key: `${bankCode}:${accountNumber}`,
    details: { accountNumber, accountName, bankCode, bankName },
  }),
  receipt: {
    sentences: {
      completed: 'Paid. The bank has it.',
      pending: 'Not confirmed yet. It may still fail.',
      failed: 'This failed. Nothing was paid out.',
      reversed: 'This was paid out and came back. The recipient does not have it.',
    },
    returnedLate: 'First reported as failed, then paid out, and then sent back. The recipient does not have it.',
    to: ({ accountName, accountNumber, bankName }) => ({
      name: accountName,
      place: { label: 'Account', number: accountNumber, more: bankName },
    }),
  },
  outcome: 'paid',
  plural: 'bank transfers',
  paidBy: () => 'wallet',
  needsStepUp: isLarge,
  changesBpcs: false,
  successAlert: 'order-completed',
  readPublicExtras: async () => NO_PUBLIC_EXTRAS,
  bookedKobo: ({ amountKobo, providerFeeKobo }) => amountKobo + providerFeeKobo,
  // The release returned fee and duty.
  takenAgainKobo: ({ amountKobo }) => amountKobo,
  isRefundable: false,
  services: {},
  extraKobo: (prices, list, { amountKobo }) => transferFeeKobo(prices, amountKobo, list),
}

/** The movements of each resolution of a withdrawal. */
function movements(order: Withdrawal, posting: Posting, facts: PostingFacts): Movement[] {
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
    // The bank sent it back: amount, fee and duty all return, because the user got nothing for them. The provider
    // returns its charge too; if not, the next reconciliation shows it.
    case 'return':
      if (order.state === 'late_success') return backLate(order, facts)
      return [
        { from: float, to: available, amountKobo: order.amountKobo },
        { from: account.revenueFees, to: available, amountKobo: order.feeKobo },
        { from: account.stampDuty, to: available, amountKobo: order.dutyKobo },
        { from: float, to: account.expense(order.provider), amountKobo: order.providerFeeKobo },
      ]
    // Released first, paid after all: the amount (no fee) is taken again as far as the wallet covers it, the rest
    // becomes a debt.
    case 'late-success':
      return [
        ...takeOrOwe(order.userId, { to: float, amountKobo: order.amountKobo, availableKobo: facts.availableKobo }),
        { from: account.expense(order.provider), to: float, amountKobo: facts.providerFeeKobo },
      ]
  }
}

// Paid after its release, then sent back: the amount returns the way it was taken, to a debt before the wallet. The
// release returned fee and duty.
function backLate(order: Withdrawal, { owedKobo }: PostingFacts): Movement[] {
  const float = account.providerFloat(order.provider)
  return [
    ...repayOrGive(order.userId, { amountKobo: order.amountKobo, owedKobo }).map((each) => ({ ...each, from: float })),
    { from: float, to: account.expense(order.provider), amountKobo: order.providerFeeKobo },
  ]
}

const CONFIRMING = `The bank is confirming. ${HOW_LONG}`

function explain(order: Withdrawal): string {
  const total = formatNairaShort(order.totalKobo)
  return {
    ...NEVER_BY_TRANSFER,
    held: `${total} is reserved and about to be sent. Until then you can cancel.`,
    in_flight: CONFIRMING,
    pending: CONFIRMING,
    unknown: `We have no clear answer yet. ${total} stays reserved until we know whether it arrived. We keep checking.`,
    manual_review: `The bank has still not confirmed this. Our team has been alerted, and ${total} stays reserved until it is clear.`,
    settled: `Paid. ${order.recipient.bankName} has it.`,
    released: `${total} is back in your wallet.`,
    returned: order.returnedLate
      ? `The bank paid this transfer after it had been reported as failed, and then sent it back. ${formatNairaShort(order.amountKobo)} is back in your wallet.`
      : `The bank sent this transfer back. ${total} is back in your wallet.`,
    late_success: `The bank paid this transfer after it had been reported as failed, so ${formatNairaShort(order.amountKobo)} was taken again. You owe any part that was not in your wallet.`,
  }[order.state]
}

const STEP_TITLES: Readonly<Record<OrderState, string>> = {
  ...NEVER_BY_TRANSFER,
  held: 'Approved, money reserved',
  in_flight: 'Sent',
  pending: 'The bank is confirming',
  unknown: 'Waiting for a clear answer',
  manual_review: 'Not confirmed yet, our team was alerted',
  settled: 'Completed',
  released: 'Failed, money back in your wallet',
  returned: 'Sent back by the bank, money back in your wallet',
  late_success: 'Paid by the bank after all',
}
