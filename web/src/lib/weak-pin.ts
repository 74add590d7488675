const STRAIGHT = '01234567890'
const KEYPAD_LINES = ['2580', '1470', '3690', '1590', '3570']

/**
 * Why a PIN is too easy to guess, as a sentence, or null when it is fine. Only this page can know: the server never
 * sees the digits.
 */
export function weakPinReason(pin: string): string | null {
  const reversed = [...pin].reverse().join('')
  if (/^(\d)\1+$/.test(pin)) return 'A repeated digit is too easy to guess. Choose another PIN.'
  if (STRAIGHT.includes(pin) || STRAIGHT.includes(reversed))
    return 'Digits in a row are too easy to guess. Choose another PIN.'
  if (/^(\d\d)\1$/.test(pin) || /^(\d)\1(\d)\2$/.test(pin))
    return 'A repeated pair is too easy to guess. Choose another PIN.'
  if (/^(19[4-9]|20[0-2])\d$/.test(pin)) return 'A year is too easy to guess. Choose another PIN.'
  if (KEYPAD_LINES.includes(pin) || KEYPAD_LINES.includes(reversed))
    return 'A line on the keypad is too easy to guess. Choose another PIN.'
  return null
}
