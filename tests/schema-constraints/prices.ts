import { id, type Row, TOO_MUCH } from './specimen.ts'

/** Columns that a quote and an order have in common. */
export const PRICED = {
  kind: 'withdrawal',
  amount_kobo: 1_000n,
  fee_kobo: 10n,
  duty_kobo: 5n,
  discount_kobo: 0n,
  total_kobo: 1_015n,
  cost_kobo: 0n,
  price_list: 'standard',
  bpc_id: null,
  sale: null,
  recipient: '{}',
  terms: 'terms',
  provider: 'paystack',
}

/** The rules that every price follows, in quotes and in orders. */
export const pricesOf = (table: string): Readonly<Record<string, readonly Row[]>> => ({
  [`${table}_amount_kobo_check`]: [
    { amount_kobo: 0n, total_kobo: 15n },
    { amount_kobo: TOO_MUCH, total_kobo: TOO_MUCH + 15n },
  ],
  [`${table}_fee_kobo_check`]: [{ fee_kobo: -1n, total_kobo: 1_004n }],
  [`${table}_duty_kobo_check`]: [{ duty_kobo: -1n, total_kobo: 1_009n }],
  [`${table}_discount_kobo_check`]: [{ discount_kobo: -1n, total_kobo: 1_016n }],
  [`${table}_cost_kobo_check`]: [{ cost_kobo: -1n }],
  [`${table}_check`]: [
    { total_kobo: 1_014n },
    { total_kobo: 1_016n },
    { discount_kobo: 1_015n, total_kobo: 0n },
    { discount_kobo: 1_016n, total_kobo: -1n },
  ],
  [`${table}_kind_check`]: [{ kind: 'loan' }],
  [`${table}_price_list_check`]: [{ price_list: 'secret', bpc_id: id('bpc') }],
})
