import { formatPhone } from '#contract/phones.ts'

/** A number in running text stays on one line. */
export function unbroken(phone: string): string {
  return formatPhone(phone).replaceAll(' ', '\u00a0')
}
