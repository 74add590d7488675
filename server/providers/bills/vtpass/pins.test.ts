import { expect, test } from 'vitest'
import { pinsIn } from './pins.ts'

const ONE = { serial: 'WRN123456790', pin: '098765432112' }
const OTHER = { serial: 'WRN123456791', pin: '098765432113' }
const TEXT = 'Serial No:WRN123456790, pin: 098765432112||Serial No:WRN123456791, pin: 098765432113'
const CARDS = [
  { Serial: 'WRN123456790', Pin: '098765432112' },
  { Serial: 'WRN123456791', Pin: '098765432113' },
]

test.each<[string, Record<string, unknown>]>([
  ['in cards', { cards: CARDS }],
  ['in cards as the JSON of a list', { cards: JSON.stringify(CARDS) }],
  ['in cards of lower case', { cards: CARDS.map(({ Serial: serial, Pin: pin }) => ({ serial, pin })) }],
  ['in purchased_code', { purchased_code: TEXT }],
  ['in purchased_code, spaced otherwise', { purchased_code: TEXT.replaceAll('Serial No:', ' SERIAL NO : ') }],
  ['in groups', { cards: CARDS.map((card) => ({ ...card, Pin: card.Pin.replace(/(.{4})/g, '$1 ').trim() })) }],
  ['in both', { cards: CARDS, purchased_code: TEXT }],
  ['in the one of both that says more', { cards: CARDS.slice(0, 1), purchased_code: TEXT }],
  ['where the cards are none', { cards: 'N/A', purchased_code: TEXT }],
  ['beside a card that is none', { cards: [...CARDS, null, 'x', [], { Serial: 'WRN1', Pin: 'N/A' }] }],
  ['with what cannot be seen around it', { cards: CARDS.map((card) => ({ ...card, Pin: `\u200b${card.Pin}\n` })) }],
])('finds the PINs %s', (_, body) => {
  expect(pinsIn(body)).toEqual([ONE, OTHER])
})

test.each<[string, unknown]>([
  ['a number, which has lost its zeros', 98_765_432_112],
  ['too short', '1234567'],
  ['too long', '1'.repeat(31)],
  ['letters', 'ABCDEFGHIJKL'],
  ['digits of another script', '٣'.repeat(12)],
  ['markup', '<b>098765432112</b>'],
  ['a formula', '=098765432112'],
  ['two of them', '098765432112||098765432113'],
  ['turned by a control character', '\u202e098765432112x'],
  ['nothing', ''],
  ['null', null],
  ['a list', ['098765432112']],
])('a PIN that is %s is none', (_, Pin) => {
  expect(pinsIn({ cards: [{ Serial: 'WRN123456790', Pin }] })).toEqual([])
})

test.each<[string, unknown]>([
  ['missing', undefined],
  ['N/A', 'N/A'],
  ['a number', 123_456_790],
  ['longer than any', 'W'.repeat(41)],
  ['markup', '<i>WRN</i>'],
  ['two words', 'WRN 123'],
])('a PIN whose serial number is %s is a PIN all the same, without one', (_, Serial) => {
  expect(pinsIn({ cards: [{ Serial, Pin: '098765432112' }] })).toEqual([{ serial: null, pin: '098765432112' }])
})

test.each<Record<string, unknown>>([
  {},
  { cards: null, purchased_code: null },
  { cards: {}, purchased_code: '' },
  { cards: '{', purchased_code: 'Token : 26362054405982757802' },
  { cards: [], purchased_code: 'pin: 098765432112' },
])('%j has none', (body) => {
  expect(pinsIn(body)).toEqual([])
})

test('of an endless list the first hundred are read', () => {
  const cards = Array.from({ length: 5_000 }, (_, n) => ({ Serial: `WRN${n}`, Pin: String(100_000_000_000 + n) }))
  expect(pinsIn({ cards })).toHaveLength(100)
})
