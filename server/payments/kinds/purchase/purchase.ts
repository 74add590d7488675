import { formatNaira, formatNairaShort, type Kobo, kobo, nairaInWords } from '#contract/money.ts'
import type { OrderState, RecipientOf } from '#contract/orders.ts'
import { formatPhone, NETWORKS } from '#contract/phones.ts'
import type { Price } from '#contract/prices.ts'
import { account } from '#server/ledger/accounts.ts'
import type { Movement } from '#server/ledger/post.ts'
import { type KindRules, type Line, NEVER_BY_TRANSFER, type PostingFacts } from '#server/payments/kinds/kind.ts'
import type { Posting } from '#server/payments/orders/machine.ts'
import { termsText } from '#server/payments/quotes/terms.ts'
import { purchaseExecutor } from './purchase-executor.ts'
import type { PurchaseKind, PurchaseRow } from './purchase-row.ts'

type Recipients = {
  [Kind in PurchaseKind]: { readonly kind: Kind; readonly recipient: RecipientOf<Kind> }
}[PurchaseKind]

export type PurchaseTerms = Recipients & {
  readonly amountKobo: Kobo
  readonly price: Price
  readonly availableAfterKobo: Kobo
  /** What the seller takes from their customer, when it is sold on. */
  readonly salePriceKobo: Kobo | null
  /** "40 seconds ago", when the same was bought a moment before. */
  readonly similarAgo: string | null
}

/** The exact text that is shown before the tap that agrees to it, and signed by it. */
export function purchaseTerms(of: PurchaseTerms): string {
  return termsText([
    ['You buy', `${formatNaira(of.amountKobo)} ${whatIsBought(of)}`],
    ['In words', nairaInWords(of.amountKobo)],
    ...forWhom(of),
    ['Discount', formatNaira(of.price.discountKobo)],
    ['You pay', formatNaira(of.price.priceKobo)],
    ...(of.salePriceKobo === null ? [] : [['Your customer pays you', formatNaira(of.salePriceKobo)] as const]),
    ['Left after this', formatNaira(of.availableAfterKobo)],
    ...(of.similarAgo === null ? [] : [['A second one', `You bought the same ${of.similarAgo}`] as const]),
  ])
}

function whatIsBought(of: Recipients): string {
  switch (of.kind) {
    case 'airtime':
      return `${of.recipient.networkName} airtime`
    case 'data':
      return `${of.recipient.networkName} data, ${of.recipient.bundleName}`
    case 'electricity':
      return `electricity from ${of.recipient.billerName}`
    case 'tv':
      return `${of.recipient.billerName} TV, ${of.recipient.planName}`
  }
}

function forWhom(of: Recipients): (readonly [string, string])[] {
  switch (of.kind) {
    case 'airtime':
    case 'data':
      return [['Phone', formatPhone(of.recipient.phone)]]
    case 'electricity':
      return [
        ['Meter', `${of.recipient.meterNumber} (${of.recipient.meterType})`],
        ['Name on the meter', of.recipient.customerName],
        ['Phone', formatPhone(of.recipient.phone)],
      ]
    case 'tv':
      return [
        ['Smartcard', of.recipient.smartcardNumber],
        ['Name on the card', of.recipient.customerName],
        ['Phone', formatPhone(of.recipient.phone)],
      ]
  }
}

const shared = { movements, explain, stepTitle: (state: OrderState) => STEP_TITLES[state], executor: purchaseExecutor }

export const airtime: KindRules<'airtime'> = {
  ...shared,
  recipientKey: ({ network, phone }) => `airtime:${network}:${phone}`,
  line: ({ recipient }) => phoneLine(recipient, 'Airtime'),
}

export const data: KindRules<'data'> = {
  ...shared,
  recipientKey: ({ network, phone }) => `data:${network}:${phone}`,
  line: ({ recipient }) => phoneLine(recipient, 'Data Bundle'),
}

export const electricity: KindRules<'electricity'> = {
  ...shared,
  recipientKey: ({ biller, meterNumber }) => `electricity:${biller}:${meterNumber}`,
  line: ({ recipient }) => ({
    title: 'Electricity',
    counterparty: recipient.customerName,
    detail: `${recipient.billerName} · ${recipient.meterNumber}`,
  }),
}

export const tv: KindRules<'tv'> = {
  ...shared,
  recipientKey: ({ biller, smartcardNumber }) => `tv:${biller}:${smartcardNumber}`,
  line: ({ recipient }) => ({
    title: `${recipient.billerName} TV`,
    counterparty: recipient.customerName,
    detail: `${recipient.planName} · ${recipient.smartcardNumber}`,
  }),
}

function phoneLine(recipient: RecipientOf<'airtime'> | RecipientOf<'data'>, what: string): Line {
  const bundle = 'bundleName' in recipient ? recipient.bundleName : null
  return {
    title: `${NETWORKS[recipient.network].name} ${what}`,
    counterparty: formatPhone(recipient.phone),
    detail: [recipient.phone, bundle].filter((part) => part !== null).join(' · '),
  }
}

/** What each resolution of a purchase moves: the price P from the user, the cost k to the provider, P − k to us. */
function movements(order: PurchaseRow, posting: Posting, facts: PostingFacts): Movement[] {
  const available = account.available(order.userId)
  const held = account.held(order.userId)
  switch (posting) {
    // held → the provider's float (it delivered) and our commission.
    case 'settle':
      return earned(order, facts.costKobo, [{ from: held, amountKobo: order.totalKobo }])
    // held → available, everything.
    case 'release':
      return [{ from: held, to: available, amountKobo: order.totalKobo }]
    // Delivered and taken back: the provider gives us back the cost, we our commission.
    case 'return':
      return earned(order, facts.costKobo, [{ from: available, amountKobo: order.totalKobo }]).map(backwards)
    // Released before, delivered after all: the price is taken again as far as it is there, the rest is a debt.
    case 'late-success': {
      const taken = kobo(facts.availableKobo < order.totalKobo ? facts.availableKobo : order.totalKobo)
      return earned(order, facts.costKobo, [
        { from: available, amountKobo: taken },
        { from: account.debt(order.userId), amountKobo: kobo(order.totalKobo - taken) },
      ])
    }
  }
}

/**
 * From where the price comes to the provider's float as far as its cost, and the rest to our commission. A cost above
 * the price (the provider charged more than it says) is our expense and nobody else's.
 */
function earned(
  order: PurchaseRow,
  costKobo: Kobo,
  sources: readonly { readonly from: string; readonly amountKobo: Kobo }[],
): Movement[] {
  const float = account.providerFloat(order.provider)
  const movements: Movement[] = []
  let costLeft: bigint = costKobo
  for (const { from, amountKobo } of sources) {
    const toFloat = amountKobo < costLeft ? amountKobo : costLeft
    movements.push(
      { from, to: float, amountKobo: kobo(toFloat) },
      { from, to: account.revenueCommission, amountKobo: kobo(amountKobo - toFloat) },
    )
    costLeft -= toFloat
  }
  return [...movements, { from: account.expense(order.provider), to: float, amountKobo: kobo(costLeft) }]
}

function backwards({ from, to, amountKobo }: Movement): Movement {
  return { from: to, to: from, amountKobo }
}

function explain(order: PurchaseRow): string {
  const total = formatNairaShort(order.totalKobo)
  const confirming = `${whoDelivers(order)} is confirming. Usually within 3 minutes. If there is no proof within 24 hours, the operator is alerted.`
  return {
    ...NEVER_BY_TRANSFER,
    held: `${total} is reserved and about to be sent. Until then you can cancel.`,
    in_flight: confirming,
    pending: confirming,
    unknown: `We have no clear answer yet, so ${total} stays reserved until it is proved that it was delivered or not. We keep asking by ourselves.`,
    manual_review: `There is still no proof of delivery. The operator has been alerted, and ${total} stays reserved until there is.`,
    settled: `Delivered. ${whoDelivers(order)} confirmed it.`,
    released: `${total} is back in your wallet.`,
    returned: `The delivery was taken back. ${total} is back in your wallet.`,
    late_success: `This was delivered after it had been reported as failed, so ${total} was taken again: from your wallet what was there, and what was not is owed.`,
  }[order.state]
}

function whoDelivers(order: PurchaseRow): string {
  return 'billerName' in order.recipient ? order.recipient.billerName : NETWORKS[order.recipient.network].name
}

const STEP_TITLES: Readonly<Record<OrderState, string>> = {
  ...NEVER_BY_TRANSFER,
  held: 'Approved, money reserved',
  in_flight: 'Sent to the bills partner',
  pending: 'Being delivered',
  unknown: 'Waiting for a clear answer',
  manual_review: 'No proof yet, the operator was alerted',
  settled: 'Delivered',
  released: 'Failed, money back in your wallet',
  returned: 'Taken back, money back in your wallet',
  late_success: 'Delivered after all',
}
