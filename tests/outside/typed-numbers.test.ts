import { describe, expect, it, test } from 'vitest'
import { parsePhone, readTypedPhone } from '#contract/phones.ts'
import { groupedDigits, onlyNumberIn } from '#contract/typed.ts'
import { parseReceiptCode } from '#server/activity/receipts/receipt-code.ts'
import { parseEmail } from '#server/identity/accounts/person-rules.ts'
import { readCustomerNumber } from '#server/payments/bills/read-number.ts'
import { parseCode } from '#server/payments/bpc/code.ts'
import { csvLine } from '#server/platform/text/csv-text.ts'
import { readList } from '#server/selling/read-list.ts'
import { readTrackingNumber } from '#server/support/tracking-number.ts'

/** Numbers copied from chats, contacts, PDFs and spreadsheets: each is read as intended or refused, never misread. */

const PHONE = '08031234567'
/** Invisible characters around a number or between its digits. */
const MARKS = [
  ...['\u00ad', '\u061c', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\ufeff'],
  ...Array.from({ length: 5 }, (_, place) => String.fromCharCode(0x202a + place)),
  ...Array.from({ length: 10 }, (_, place) => String.fromCharCode(0x2060 + place)),
]
const DASHES = [...'-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d\ufe58\ufe63\u2043\u058a']
const SPACES = [...' \u00a0\u2002\u2007\u2009\u202f\u3000\t']
/** The zero of each script: Arabic, Persian, N’Ko, Devanagari, full width, mathematical bold, Adlam. */
const ZEROS = [0x06_60, 0x06_f0, 0x07_c0, 0x09_66, 0xff_10, 0x1_d7_ce, 0x1_e9_50]

const inScript = (zero: number, text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

/** A number in every disguise. */
function disguises(digits: string): string[] {
  const groups = [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7)]
  return [
    ...MARKS.flatMap((mark) => [`${mark}${digits}${mark}`, groups.join(mark)]),
    ...[...DASHES, ...SPACES].map((between) => groups.join(between)),
    ...ZEROS.map((zero) => inScript(zero, groups.join(' '))),
    `\u202a${inScript(0x06_60, groups.join('\u2011'))}\u202c\n`,
  ]
}

test.each([
  ...disguises(PHONE),
  ...disguises(PHONE.slice(1)).map((local) => `+234 (0) ${local}`),
  ...['+234 803 123 4567', '+234(0)803 123 4567', '234-803-123-4567', '00234 803 1234567', '(0803) 123.4567'],
  ...['+234 0 803 123 4567', '\u202d+234\u00a0803\u00a0123\u00a04567\u202c'],
])('%j is one phone number', (typed) => {
  expect(parsePhone(typed)).toBe(PHONE)
})

test.each([...disguises('8031234567')])('%j is a phone number that lost its 0', (typed) => {
  expect(readTypedPhone(typed)).toBe(PHONE)
})

test.each([
  ...[
    '',
    '0803123456',
    '080312345678',
    '0803123456７8',
    '0803123456O',
    '+44 803 123 4567',
    '8.03123E+09',
    '08031234567e1',
  ],
  ...['+234 (0) 0803 123 4567', '234 234 803 123 4567', '0803/123/4567/8', '²0803123456', '①8031234567', '0201234567'],
])('%j is no phone number', (typed) => {
  expect(readTypedPhone(typed)).toBeNull()
})

test.each(disguises('45005000001'))('%j is one meter number', (typed) => {
  expect(readCustomerNumber(typed, 'electricity')).toBe('45005000001')
})

test.each([
  ['0123456784 GTBank Ada Obi', '0123456784'],
  ['Pay into OPay: 08031234567.', '08031234567'],
  ['0123456784', '0123456784'],
  ['Pls pay Mama Ngozi into OPay: 0803 123 4567', null],
  ['Meter 04512345678 2 bedroom flat', null],
  ['Meter: 45012345678 - 3 phase', null],
  ['04512345678\n2nd floor', null],
  ['O4512345678 prepaid', null],
  ['04512345678kVA', null],
  ['\u202aA/C: ٠١٢٣٤٥٦٧٨٤\u202c', '0123456784'],
  ['Meter 2: 45123456789', null],
  ['1.23456784E+8', null],
  ['my account', null],
])('the one number in %j is %j', (text, number) => {
  expect(onlyNumberIn(text)).toBe(number)
})

test.each(disguises('8012345678'))('%j is one smartcard number, and no phone number', (typed) => {
  expect(readCustomerNumber(typed, 'tv')).toBe('8012345678')
})

test.each(disguises('JR-7K4M-2QXD'))('%j is one tracking number', (typed) => {
  expect(readTrackingNumber(typed)).toBe('JR-7K4M-2QXD')
})

test('codes are read through marks, dashes and other digits', () => {
  const receipt = '0123456789abcdefghjkmnpqrs'
  for (const typed of disguises(receipt)) expect(parseReceiptCode(typed)).toBe(receipt)
  for (const typed of disguises('ABCD-EFGH-JKLM')) expect(parseCode(typed)).toBe(parseCode('ABCD-EFGH-JKLM'))
})

test.each(MARKS.filter((mark) => mark !== '\u202e'))('an email is read through the mark %j', (mark) => {
  expect(parseEmail(`${mark}ada@example.com${mark} `)).toBe('ada@example.com')
})

test.each(disguises(PHONE))('the account field keeps all eleven digits of %j', (typed) => {
  expect(groupedDigits(typed)).toBe(PHONE)
})

test.each([
  ...[
    'Send it to my wallet account: 08031234567',
    'Pls pay Mama Ngozi into OPay: 0803 123 4567',
    'Meter 2: 45123456789',
  ],
  ...['1.23456784E+8', '0123456789O', '0123456789 / 0123456780', '①234567890'],
])('no digits are picked out of %j', (typed) => {
  expect(groupedDigits(typed)).toBeNull()
})

describe('a list', () => {
  const phonesIn = (text: string) => readList(text, 'airtime', 100).rows.map(({ phone }) => readTypedPhone(phone))

  it.each<[string, string]>([
    ['of numbers that lost their 0', '8031234567,500'],
    ['with a separator line', 'sep=;\n08031234567;500'],
    ['with a separator line in quotes, and a heading', '"sep=\t"\r\nphone\tamount\r\n08031234567\t500'],
    ['of texts that are formulas', 'phone,amount\n="08031234567",500'],
    ['of texts that are formulas in quotes', 'phone,amount\n"=""08031234567""",500'],
    ['of cells with an apostrophe', "'08031234567,500"],
    ['of cells with a curly apostrophe', '’+2348031234567,500'],
    ['of whole numbers with decimals', '8031234567.00,500'],
    ['with a byte order mark before its separator line', '\ufeffsep=,\n08031234567,500'],
    ['of a chat', '\u202a+234\u00a0803\u00a0123\u20114567\u202c,500'],
    ['that we wrote ourselves', `\ufeff${csvLine(['line', 'phone', 'amount'])}${csvLine(['1', PHONE, '500.00'])}`],
  ])('%s has its phone number', (_, text) => {
    expect(phonesIn(text)).toEqual([PHONE])
  })

  it('has amounts in the digits of another script', () => {
    const [row] = readList('08031234567\t\u202a₦\u00a0١,٥٠٠\u202c', 'airtime', 100).rows
    expect(row?.amountKobo).toBe('150000')
  })

  it('keeps counting lines after a separator line', () => {
    expect(readList('sep=,\n\n08031234567,500', 'airtime', 100).rows[0]?.line).toBe(3)
  })

  it.each(['8.03123E+09,500', '="0803"1234567,500', "''08031234567,500"])('does not make a number of %j', (text) => {
    expect(phonesIn(text)).toEqual([null])
  })
})
