/** Whole kobo. 100 kobo are 1 naira. Never a float: see docs/reference/ledger.md. */
export type Kobo = bigint & { readonly unit: 'kobo' }

/** The largest single amount anywhere in the product: ₦10,000,000,000.00, far below what int8 holds. */
export const AMOUNT_MAX_KOBO = 1_000_000_000_000n as Kobo

/** Tags a whole number as kobo. For literals and for values a database or parser already checked. */
export function kobo(amount: bigint | number): Kobo {
  return BigInt(amount) as Kobo
}

/** Naira to kobo, for constants: `naira(500)` is 50,000 kobo. */
export function naira(amount: number): Kobo {
  return (BigInt(amount) * 100n) as Kobo
}

/**
 * Reads the wire form of money: a plain decimal string of kobo, 1 … AMOUNT_MAX_KOBO.
 * Returns null for anything else (signs, spaces, leading zeros, exponents, other digits).
 */
export function parseKobo(uncheckedAmount: unknown): Kobo | null {
  if (typeof uncheckedAmount !== 'string' || !/^[1-9][0-9]{0,12}$/.test(uncheckedAmount)) return null
  const amount = BigInt(uncheckedAmount)
  return amount <= AMOUNT_MAX_KOBO ? (amount as Kobo) : null
}

/** What a person types (`1,500`, `₦1500.50`) to kobo, through text, never a float. Null when it is not an amount. */
export function parseNaira(uncheckedText: string): Kobo | null {
  const text = uncheckedText.trim().replace(/^₦\s?/, '')
  const match = /^((?:\d{1,3}(?:,\d{3})+)|\d{1,11})(?:\.(\d{1,2}))?$/.exec(text)
  if (match === null) return null
  const amount = BigInt((match[1] ?? '').replaceAll(',', '')) * 100n + BigInt((match[2] ?? '').padEnd(2, '0'))
  return amount <= AMOUNT_MAX_KOBO ? (amount as Kobo) : null
}

/** `₦1,500.50`; a negative amount carries its sign in front: `-₦1,500.50`. Always two decimals. */
export function formatNaira(amount: bigint): string {
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${sign}₦${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`
}

/** Like formatNaira, without `.00`: for running text such as "₦5,000". */
export function formatNairaShort(amount: bigint): string {
  return formatNaira(amount).replace(/\.00$/, '')
}

/** `-1500.50`, a plain decimal for programs. */
export function plainNaira(amount: bigint): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `1500` → `1,500`. Written by hand: creating the browser's number format costs a slow phone 80 ms. */
export function grouped(digits: string | number): string {
  return String(digits).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** The length of a bar: a part in whole percent, 0 to 100, rounded down. Anything above zero is at least 1. */
export function percentOf(part: bigint, whole: bigint): number {
  if (part <= 0n) return 0
  return part >= whole ? 100 : Number((part * 100n) / whole || 1n)
}
