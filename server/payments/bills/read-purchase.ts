import { AIRTIME_MAX_KOBO, AIRTIME_MIN_KOBO, ELECTRICITY_MAX_KOBO, ELECTRICITY_MIN_KOBO } from '#contract/constants.ts'
import { formatNairaShort, type Kobo, kobo } from '#contract/money.ts'
import type { QuoteBody, QuoteBodyOf, RecipientOf } from '#contract/orders.ts'
import type { MeterType } from '#contract/purchases.ts'
import type { Deps } from '#server/deps.ts'
import { readAmount, requireFilled } from '#server/payments/orders/read-form.ts'
import { AppError } from '#server/platform/errors.ts'
import type { BillsCatalogue } from './bill-catalogue.ts'
import { readNetwork, readPhone } from './read-number.ts'
import { resolveCustomer } from './resolve-customer.ts'

type PurchaseKind = 'airtime' | 'data' | 'electricity' | 'tv'

/** What is bought, for whom and for how much, checked: what a quote is made from. */
export type CheckedPurchase = {
  readonly [Kind in PurchaseKind]: { readonly kind: Kind; readonly recipient: RecipientOf<Kind> }
}[PurchaseKind] & { readonly amountKobo: Kobo }

/**
 * Reads what somebody wants to buy: numbers by their digits, packages from the provider's catalogue, names from the
 * provider. Network and price of a package are the catalogue's and never the caller's.
 *
 * @throws AppError `form.incomplete`, `phone.invalid`, `network.unknown`, `bundle.invalid`, `plan.invalid`,
 *   `biller.unknown`, `customer-number.invalid`, `customer.not-resolved`, `customer.unreadable`,
 *   `amount.invalid`, `airtime.*`, `amount.too-*`, `provider.unavailable`
 */
export async function readPurchase(
  deps: Deps,
  catalogue: BillsCatalogue,
  body: Extract<QuoteBody, { kind: PurchaseKind }>,
): Promise<CheckedPurchase> {
  switch (body.kind) {
    case 'airtime':
      return readAirtime(body)
    case 'data':
      return await readData(catalogue, body)
    case 'electricity':
      return await readElectricity(deps, catalogue, body)
    case 'tv':
      return await readTv(deps, catalogue, body)
  }
}

function readAirtime(body: QuoteBodyOf<'airtime'>): CheckedPurchase {
  const { network, phone, amountKobo } = body
  requireFilled({ network, phone, amountKobo })
  const recipient = { ...readNetwork(network), phone: readPhone(phone) }
  return {
    kind: 'airtime',
    recipient,
    amountKobo: readAmount(amountKobo, {
      minKobo: AIRTIME_MIN_KOBO,
      maxKobo: AIRTIME_MAX_KOBO,
      tooSmall: 'airtime.too-small',
      tooLarge: 'airtime.too-large',
    }),
  }
}

async function readData(catalogue: BillsCatalogue, body: QuoteBodyOf<'data'>): Promise<CheckedPurchase> {
  requireFilled({ network: body.network, phone: body.phone })
  const network = readNetwork(body.network)
  const phone = readPhone(body.phone)
  const bundle = (await catalogue.bundles(network.network)).find((each) => each.id === body.bundleId)
  if (bundle === undefined) throw new AppError('bundle.invalid', { fields: { bundleId: 'Choose a data bundle' } })
  const recipient = { ...network, phone, bundleId: bundle.id, bundleName: bundle.name }
  return { kind: 'data', recipient, amountKobo: kobo(BigInt(bundle.amountKobo)) }
}

async function readElectricity(
  deps: Deps,
  catalogue: BillsCatalogue,
  body: QuoteBodyOf<'electricity'>,
): Promise<CheckedPurchase> {
  const { biller, meterNumber, meterType, phone, amountKobo: uncheckedAmount } = body
  requireFilled({ biller, meterNumber, meterType, phone, amountKobo: uncheckedAmount })
  const amountKobo = readAmount(uncheckedAmount, {
    minKobo: ELECTRICITY_MIN_KOBO,
    maxKobo: ELECTRICITY_MAX_KOBO,
    tooSmall: 'amount.too-small',
    tooLarge: 'amount.too-large',
    message: `You can pay from ${formatNairaShort(ELECTRICITY_MIN_KOBO)} to ${formatNairaShort(ELECTRICITY_MAX_KOBO)} for electricity at once. No money has left.`,
  })
  const customer = await resolveCustomer(deps, catalogue, {
    category: 'electricity',
    biller,
    customerNumber: meterNumber,
    meterType: readMeterType(meterType),
  })
  return {
    kind: 'electricity',
    amountKobo,
    recipient: {
      biller: customer.biller.id,
      billerName: customer.biller.name,
      customerName: customer.customerName,
      meterNumber: customer.customerNumber,
      meterType: readMeterType(meterType),
      phone: readPhone(phone),
    },
  }
}

async function readTv(deps: Deps, catalogue: BillsCatalogue, body: QuoteBodyOf<'tv'>): Promise<CheckedPurchase> {
  const { biller, smartcardNumber, planId, phone } = body
  requireFilled({ biller, smartcardNumber, phone })
  const checkedPhone = readPhone(phone)
  const plan = (await catalogue.tvPlans(biller)).find((each) => each.id === planId)
  if (plan === undefined) throw new AppError('plan.invalid', { fields: { planId: 'Choose a package' } })
  const customer = await resolveCustomer(deps, catalogue, {
    category: 'tv',
    biller,
    customerNumber: smartcardNumber,
    meterType: null,
  })
  return {
    kind: 'tv',
    amountKobo: kobo(BigInt(plan.amountKobo)),
    recipient: {
      biller: customer.biller.id,
      billerName: customer.biller.name,
      customerName: customer.customerName,
      smartcardNumber: customer.customerNumber,
      planId: plan.id,
      planName: plan.name,
      phone: checkedPhone,
    },
  }
}

function readMeterType(uncheckedType: string): MeterType {
  if (uncheckedType === 'prepaid' || uncheckedType === 'postpaid') return uncheckedType
  throw new AppError('request.invalid', { fields: { meterType: 'Prepaid or postpaid' } })
}
