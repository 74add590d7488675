import { describe, expect, test } from 'vitest'
import { FULL_NAME_MAX_LENGTH } from '#contract/constants.ts'
import { maskEmail, parseEmail, parseFullName } from './person-rules.ts'

describe('a full name', () => {
  test.each([
    ['Adaeze Okonkwo', 'Adaeze Okonkwo'],
    ['  Adaeze   Okonkwo ', 'Adaeze Okonkwo'],
    ['Ọláyínká Adéṣọlá', 'Ọláyínká Adéṣọlá'],
    ['Ṅgọzi Ụzọ̀ma', 'Ṅgọzi Ụzọ̀ma'],
    ['Ƙaisar Ɗanjuma', 'Ƙaisar Ɗanjuma'],
    ["ʼYar'Adua Ɓala", "ʼYar'Adua Ɓala"],
    ['Ngozi Okonjo-Iweala', 'Ngozi Okonjo-Iweala'],
    ['J. Cole', 'J. Cole'],
    ['Wizkid', 'Wizkid'],
    ['a'.repeat(100), 'a'.repeat(100)],
  ])('takes %j', (typed, kept) => {
    expect(parseFullName(typed)).toBe(kept.normalize('NFC'))
  })

  test('is kept in one form, however its marks were typed', () => {
    expect(parseFullName('Ade\u0301s\u0323o\u0323la\u0301')).toBe('Adéṣọlá'.normalize('NFC'))
  })

  test.each([
    ['nothing', ''],
    ['only spaces', '   '],
    ['one letter', 'A'],
    ['digits', 'Ada 2'],
    ['an address', 'ada@example.com'],
    ['markup', 'Ada <b>Obi</b>'],
    ['a line break', 'Ada\nObi'],
    ['a NUL', 'Ada\u0000Obi'],
    ['a direction override', 'Ada \u202eibO'],
    ['a zero-width joiner', 'Ada\u200dObi'],
    ['an invisible space', 'Ada\u00a0Obi'],
    ['look-alikes of another script', 'Аdа Оbі'],
    ['full-width letters', 'Ａｄａ'],
    ['an emoji', 'Ada 🦒'],
    ['a heap of marks', `A${'\u0301'.repeat(9)}da`],
    ['only joints', "-- ''"],
    ['a joint at the end', 'Ada-'],
    ['two joints in a row', 'Ada--Obi'],
    ['101 letters', 'a'.repeat(101)],
  ])('refuses %s', (_, typed) => {
    expect(() => parseFullName(typed)).toThrow('Please enter your full name, in letters.')
  })

  // A rule with exponential time would never finish.
  test('decides quickly, whatever was typed', () => {
    const longest = `${"a'".repeat(49)}a!`
    expect(longest).toHaveLength(FULL_NAME_MAX_LENGTH)
    expect(() => parseFullName(longest)).toThrow()
  })
})

describe('an email address', () => {
  test.each([
    ['ada@example.com'],
    ['Ada.Obi+jara@Mail.example.co.uk'],
    ["o'neil_1@x-y.ng"],
    [`${'a'.repeat(64)}@b.ng`],
  ])('takes %s as typed', (typed) => expect(parseEmail(` ${typed} `)).toBe(typed))

  test('may have 254 characters', () => {
    const longest = `${'a'.repeat(64)}@${'b'.repeat(62)}.${'c'.repeat(62)}.${'d'.repeat(60)}.ng`
    expect(longest).toHaveLength(254)
    expect(parseEmail(longest)).toBe(longest)
  })

  test.each([
    ['nothing', ''],
    ['no @', 'ada.example.com'],
    ['two @', 'ada@obi@example.com'],
    ['no domain', 'ada@'],
    ['a bare host', 'ada@localhost'],
    ['an address in numbers', 'ada@127.0.0.1'],
    ['a dot at the end', 'ada@example.com.'],
    ['two dots in a row', 'a..b@example.com'],
    ['a space inside', 'a b@example.com'],
    ['a header of its own', 'ada@example.com\r\nBcc: eve@example.com'],
    ['a NUL', 'ada\u0000@example.com'],
    ['quotes', '"ada obi"@example.com'],
    ['angle brackets', '<ada@example.com>'],
    ['look-alike letters', 'аda@example.com'],
    ['a direction override', 'ada\u202e@example.com'],
    ['65 characters before the @', `${'a'.repeat(65)}@b.ng`],
    ['255 characters', `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(9)}`],
  ])('refuses %s', (_, typed) => {
    expect(() => parseEmail(typed)).toThrow('Please enter a valid email address.')
  })

  test.each([
    ['ada@gmail.com', 'a•••@g•••.com'],
    ['Obi.Ada@mail.example.ng', 'O•••@m•••.ng'],
  ])('%s is shown as %s on a locked screen', (email, masked) => expect(maskEmail(email)).toBe(masked))
})
