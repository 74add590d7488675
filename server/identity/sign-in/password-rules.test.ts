import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { PASSWORD_MIN_LENGTH } from '#contract/constants.ts'
import { parseNewPassword } from './password-rules.ts'

const about = { email: 'adaeze.okonkwo@example.com', fullName: 'Adaeze Okonkwo', brand: 'Kora' }

describe('a new password', () => {
  test.each([
    ['tall giraffes eat late'],
    ['xK3#vuqa'],
    ['ọ̀rọ̀ aṣínà mi'],
    ['        x y z'],
    ['🦒🦓🐘🦏🦛🐪🐫🦘'],
    ['passwords are hard to choose'],
    ['x'.repeat(60) + 'yz'.repeat(34)],
  ])('takes %s', (typed) => {
    expect(parseNewPassword(typed, about)).toBe(typed.normalize('NFC'))
  })

  test.each([
    ['seven characters', 'xK3#vuq'],
    ['seven letters that take more bytes', 'ọẹṣàéìú'],
    ['129 characters', `${'xK3#vuqa'.repeat(15)}abcdefghi`],
    ['the word itself', 'password'],
    ['the word itself with digits', 'Password123!'],
    ['a common one', 'QWERTYUIOP'],
    ['a common one of here', 'Nigeria1960'],
    ['one found in what was stolen elsewhere', 'Jordan23'],
    ['digits in a row', '12345678'],
    ['digits in a row backwards', '9876543210'],
    ['keys in a row', 'asdfghjkl'],
    ['one character', 'aaaaaaaaaa'],
    ['two characters', 'ababbaabba'],
    ['a pattern', 'abc1abc1abc1'],
    ['the product', 'jarajara'],
    ['the product with a year', 'JaraWallet2026'],
    ['the brand of this installation', 'kora!!!!!'],
    ['the own email', 'adaeze.okonkwo@example.com'],
    ['the own email name', 'Adaeze.Okonkwo'],
    ['the own name', 'okonkwo1990'],
    ['the own name turned round', 'OkonkwoAdaeze7'],
  ])('refuses %s', (_, typed) => {
    expect(() => parseNewPassword(typed, about)).toThrow('Please choose a password of 8 to 128 characters')
  })

  test('refuses each of the 17,000 most used ones that are long enough, in any letters', () => {
    const used = dictionary['passwords-common'].filter((each) => [...each].length >= PASSWORD_MIN_LENGTH)
    expect(used.length).toBeGreaterThan(17_000)
    const taken = used
      .flatMap((each) => [each, each.toUpperCase()])
      .filter((each) => {
        try {
          return parseNewPassword(each, about)
        } catch {
          return false
        }
      })
    expect(taken).toEqual([])
  })
})
