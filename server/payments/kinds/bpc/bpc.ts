import { formatNairaShort } from '#contract/money.ts'
import type { OrderState } from '#contract/orders.ts'
import { account } from '#server/ledger/accounts.ts'
import type { Movement } from '#server/ledger/post.ts'
import { type KindDescriptor, one } from '#server/payments/kinds/kind.ts'
import type { Posting } from '#server/payments/orders/machine.ts'
import type { OrderRowOf } from '#server/payments/orders/order.ts'
import { quoteBpc } from './quote-bpc.ts'
import { readPurchase } from './read-purchase.ts'

type BpcOrder = OrderRowOf<'bpc'>

/** A bought BPC: paid from the wallet and delivered at once, or paid by a bank transfer that the provider confirms. */
export const bpc: KindDescriptor<'bpc'> = {
  quote: async ({ deps, userId }, body) => ({ quote: await quoteBpc(deps, userId, body), similar: null }),
  recipientKey: () => '',
  line: ({ paidBy }) => ({
    title: 'BPC Code',
    counterparty: null,
    detail: paidBy === 'wallet' ? 'Paid from your wallet' : 'Paid by bank transfer',
  }),
  noun: () => one('BPC'),
  movements,
  explain,
  stepTitle: (state) => STEP_TITLES[state],
  executor: null,
  givenWithProof: () => 'the code',
  isHandedOver: async () => true,
  beneficiary: () => null,
  receipt: {
    sentences: {
      completed: 'Paid, and the code was delivered.',
      pending: 'Not paid yet.',
      failed: 'This failed. No code was delivered.',
      reversed: 'The code was returned, and its price went back.',
    },
    // Never: no provider delivers it.
    returnedLate: '',
    to: () => ({ name: null, place: null }),
  },
  outcome: 'delivered',
  plural: 'BPC codes',
  paidBy: ({ payWith }) => payWith,
  needsStepUp: null,
  changesBpcs: true,
  successAlert: 'bpc-delivered',
  readPublicExtras: readPurchase,
  bookedKobo: () => 0n,
  takenAgainKobo: ({ totalKobo }) => totalKobo,
  isRefundable: true,
  services: {},
  extraKobo: null,
}

/** What each resolution of a BPC purchase moves. */
function movements(order: BpcOrder, posting: Posting): Movement[] {
  const available = account.available(order.userId)
  const from = order.paidBy === 'wallet' ? account.held(order.userId) : account.escrow(order.id)
  switch (posting) {
    // held, or the purchase's escrow → our revenue. The user gets the code in the same transaction.
    case 'settle':
      return [{ from, to: account.revenueBpc, amountKobo: order.totalKobo }]
    // held → available, everything.
    case 'release':
      return [{ from, to: available, amountKobo: order.totalKobo }]
    // Returned unused: the full price goes back.
    case 'return':
      return [{ from: account.revenueBpc, to: available, amountKobo: order.totalKobo }]
    case 'late-success':
      throw new Error('a BPC purchase has no provider that could deliver it late')
  }
}

function explain(order: BpcOrder): string {
  const total = formatNairaShort(order.totalKobo)
  const onItsWay = `${total} is reserved for your BPC code.`
  return {
    awaiting_payment: `We are waiting for your bank transfer of ${total}. Nothing was taken from your wallet.`,
    expired: `No transfer of ${total} arrived in time. Nothing was taken from your wallet, and money that still arrives goes to it.`,
    held: onItsWay,
    in_flight: onItsWay,
    pending: onItsWay,
    unknown: onItsWay,
    manual_review: onItsWay,
    settled: 'Paid, and the code is yours.',
    released: `${total} is back in your wallet.`,
    returned: `You returned this code. ${total} is back in your wallet.`,
    late_success: 'Paid, and the code is yours.',
  }[order.state]
}

const STEP_TITLES: Readonly<Record<OrderState, string>> = {
  awaiting_payment: 'Waiting for your bank transfer',
  expired: 'No transfer in time',
  held: 'Approved, money reserved',
  in_flight: 'Approved, money reserved',
  pending: 'Approved, money reserved',
  unknown: 'Approved, money reserved',
  manual_review: 'Approved, money reserved',
  settled: 'Paid, code delivered',
  released: 'Money back in your wallet',
  returned: 'Code returned, money back in your wallet',
  late_success: 'Paid, code delivered',
}
