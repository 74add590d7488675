/** VTpass writes naira as floats and as text. Everything here goes through decimal text, never float arithmetic. */

const NAIRA = /^(\d{1,12})(?:\.(\d{1,20}))?$/

/** Naira as a JSON number or text, to kobo; rounds half a kobo up. Null for anything else. */
export function koboFromNaira(uncheckedAmount: unknown): bigint | null {
  if (typeof uncheckedAmount !== 'number' && typeof uncheckedAmount !== 'string') return null
  const match = NAIRA.exec(String(uncheckedAmount).trim())
  if (match === null) return null
  const [, whole = '', fraction = ''] = match
  const digits = fraction.padEnd(3, '0')
  const roundedUp = digits.charAt(2) >= '5' ? 1n : 0n
  return BigInt(whole) * 100n + BigInt(digits.slice(0, 2)) + roundedUp
}

/** `100.50`, with two decimals. */
export function nairaDecimals(kobo: bigint): string {
  const digits = kobo.toString().padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** `100` or `100.50`. */
export function nairaText(kobo: bigint): string {
  return nairaDecimals(kobo).replace(/\.00$/, '')
}

/** The JSON number nearest to an amount: 100.5. */
export function nairaNumber(kobo: bigint): number {
  return Number(nairaDecimals(kobo))
}
