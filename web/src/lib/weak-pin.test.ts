import { expect, test } from 'vitest'
import { weakPinReason } from './weak-pin.ts'

const refused: Record<string, string[]> = {
  'A repeated digit': ['0000', '7777', '9999'],
  'Digits in a row': ['1234', '0123', '6789', '7890', '4321', '9876', '0987'],
  'A repeated pair': ['1212', '9090', '1122', '5500'],
  'A year': ['1940', '1999', '2000', '2029'],
  'A line on the keypad': ['2580', '0852', '1470', '0741', '3690', '0963'],
}

for (const [reason, pins] of Object.entries(refused)) {
  test.each(pins)(`refuses %s: ${reason}`, (pin) => {
    expect(weakPinReason(pin)).toMatch(new RegExp(`^${reason} is|^${reason} are`))
  })
}

test.each(['1939', '2030', '4071', '9174', '1357', '5281', '1221'])('takes %s', (pin) => {
  expect(weakPinReason(pin)).toBeNull()
})
