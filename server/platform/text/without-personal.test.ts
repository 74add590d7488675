import { expect, test } from 'vitest'
import { withoutPersonal } from './without-personal.ts'

test.each([
  ['Customer phone number +2348031234567 is invalid', 'Customer phone number [number] is invalid'],
  ['Phone 0803 123-4567, BVN 22222222222', 'Phone [number], BVN [number]'],
  ['Enter a valid email address: ada.obi+x@example.ng', 'Enter a valid email address: [email]'],
  ['<ada@example.ng> is blocked', '<[email]> is blocked'],
  ['Customer ADAEZE Obi-Nwosu has to be validated', 'Customer [name] [name] has to be validated'],
  ['S\u0323ade\u0301 is not validated', '[name] is not validated'],
  ['http 400 dedicated_account_limit: 1,000 accounts', 'http 400 dedicated_account_limit: 1,000 accounts'],
  ['Observation', 'Observation'],
  ['', ''],
])('of "%s" a log may say "%s"', (said, line) => {
  expect(withoutPersonal(said, ['Adaeze Obi-Nwosu', 'Ṣadé Ob'])).toBe(line)
})
