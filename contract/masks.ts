/** The mask for hidden text: the same whatever its length. */
export const DOTS = '••••'
const LAST_DIGITS = 4

/** `•••• 6784` of an account, phone, meter or smartcard number: enough for anyone who knows it. */
export function maskNumber(digits: string): string {
  return `${DOTS} ${digits.slice(-LAST_DIGITS)}`
}

/** `0803 ••• 4567` of a phone number: its owner recognises it. */
export function maskPhone(digits: string): string {
  return `${digits.slice(0, 4)} ${DOTS.slice(1)} ${digits.slice(-LAST_DIGITS)}`
}
