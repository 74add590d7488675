import type { OrderKind } from '#contract/kinds/kinds.ts'

/** Product names in reports: each kind of order, and bookings outside orders. */
export const PRODUCT_NAMES = {
  withdrawal: 'Bank transfers',
  airtime: 'Airtime',
  data: 'Data',
  electricity: 'Electricity',
  tv: 'TV',
  education: 'Exam PINs',
  bpc: 'BPC codes',
  deposit: 'Deposits',
  sms: 'SMS alerts',
  other: 'Other',
} as const satisfies Readonly<Record<OrderKind | 'deposit' | 'sms' | 'other', string>>
export type Product = keyof typeof PRODUCT_NAMES

/** `manual_review` as `manual review`. */
export function stateInWords(state: string): string {
  return state.replaceAll('_', ' ')
}

/** `97.5%`. 0.0% only for none at all, 100.0% only for all. Null for a share of zero. */
export function shareOf(part: number, whole: number): string | null {
  if (whole === 0) return null
  const rounded = Math.round((part * 1_000) / whole)
  const tenths = part === 0 || part === whole ? rounded : Math.min(Math.max(rounded, 1), 999)
  return `${Math.floor(tenths / 10)}.${tenths % 10}%`
}
