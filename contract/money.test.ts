import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AMOUNT_MAX_KOBO,
  formatNaira,
  formatNairaShort,
  kobo,
  naira,
  parseKobo,
  parseNaira,
  percentOf,
} from './money.ts'
import { nairaInWords } from './naira-in-words.ts'

const amounts = fc.bigInt({ min: 1n, max: AMOUNT_MAX_KOBO })

describe('reading the wire form', () => {
  it('reads back every amount it could have written', () => {
    fc.assert(fc.property(amounts, (amount) => parseKobo(amount.toString()) === amount))
  })

  it('reads nothing but plain decimal digits', () => {
    const odd = [
      '',
      '0',
      '01',
      '-1',
      '+1',
      ' 1',
      '1 ',
      '1.0',
      '1e3',
      '0x1',
      '1_000',
      '1,000',
      '١',
      '１',
      'NaN',
      '1\n',
      null,
      1,
      1n,
    ]
    expect(odd.filter((each) => parseKobo(each) !== null)).toEqual([])
  })

  it('takes the largest amount and refuses one kobo more', () => {
    expect(parseKobo('1000000000000')).toBe(AMOUNT_MAX_KOBO)
    expect(parseKobo('1000000000001')).toBeNull()
    expect(parseKobo('9'.repeat(30))).toBeNull()
  })

  it('answers null or an amount in range for whatever arrives', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.anything()), (unchecked) => {
        const amount = parseKobo(unchecked)
        return amount === null || (amount >= 1n && amount <= AMOUNT_MAX_KOBO && amount.toString() === unchecked)
      }),
    )
  })
})

describe('reading what a person types', () => {
  it('reads back every amount as it is shown, with sign, commas and kobo', () => {
    fc.assert(fc.property(amounts, (amount) => parseNaira(formatNaira(amount)) === amount))
    fc.assert(fc.property(amounts, (amount) => parseNaira(formatNairaShort(amount)) === amount))
  })

  it.each([
    ['1,500.50', 150_050n],
    ['₦1500.5', 150_050n],
    ['₦ 1,500', 150_000n],
    ['0.01', 1n],
    [' 20 ', 2_000n],
    ['10000000000', AMOUNT_MAX_KOBO],
  ])('reads %j', (text, amount) => {
    expect(parseNaira(text)).toBe(amount)
  })

  it.each([
    '',
    '.',
    '1.',
    '.5',
    '1.005',
    '1,50',
    '15,00.00',
    '1,5000',
    '-5',
    '5-',
    '1e5',
    '1 500',
    'N500',
    '10000000000.01',
  ])('does not guess at %j', (text) => {
    expect(parseNaira(text)).toBeNull()
  })

  it('never loses a kobo to a float: 0.29 naira is 29 kobo', () => {
    expect(parseNaira('0.29')).toBe(29n)
    expect(parseNaira('9007199254.99')).toBe(900_719_925_499n)
  })
})

describe('showing', () => {
  it.each([
    [0n, '₦0.00'],
    [5n, '₦0.05'],
    [150_050n, '₦1,500.50'],
    [-150_050n, '-₦1,500.50'],
    [100_000_000n, '₦1,000,000.00'],
    [99_999_999n, '₦999,999.99'],
  ])('%s kobo as %s', (amount, text) => {
    expect(formatNaira(amount)).toBe(text)
  })

  it('agrees with Intl for every amount, negative ones too', () => {
    const intl = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' })
    fc.assert(
      fc.property(fc.bigInt({ min: -AMOUNT_MAX_KOBO, max: AMOUNT_MAX_KOBO }), (amount) => {
        const size = amount < 0n ? -amount : amount
        const decimal = `${amount < 0n ? '-' : ''}${size / 100n}.${(size % 100n).toString().padStart(2, '0')}`
        expect(formatNaira(amount)).toBe(intl.format(decimal as Intl.StringNumericLiteral))
      }),
    )
  })

  it('leaves out the kobo only when there are none', () => {
    expect(formatNairaShort(naira(5_000))).toBe('₦5,000')
    expect(formatNairaShort(kobo(500_010))).toBe('₦5,000.10')
  })
})

describe('saying in words', () => {
  it.each([
    [0n, 'zero naira'],
    [1n, 'zero naira, one kobo'],
    [100n, 'one naira'],
    [2_115n, 'twenty-one naira, fifteen kobo'],
    [10_100n, 'one hundred and one naira'],
    [150_050n, 'one thousand five hundred naira, fifty kobo'],
    [100_500n, 'one thousand and five naira'],
    [50_000_000n, 'five hundred thousand naira'],
    [100_000_000_000n, 'one billion naira'],
    [AMOUNT_MAX_KOBO, 'ten billion naira'],
  ])('%s kobo is %j', (amount, words) => {
    expect(nairaInWords(amount)).toBe(words)
  })

  it('says different words for different amounts', () => {
    fc.assert(fc.property(amounts, amounts, (one, other) => one === other || nairaInWords(one) !== nairaInWords(other)))
  })

  it('can be read back to the same amount', () => {
    fc.assert(fc.property(amounts, (amount) => amountInWords(nairaInWords(amount)) === amount))
  })
})

/** Parses the words independently, so it shares no mistake with the code under test. */
function amountInWords(text: string): bigint {
  const [whole = '', rest] = text.split(', ')
  return (
    numberInWords(whole.replace(' naira', '')) * 100n +
    (rest === undefined ? 0n : numberInWords(rest.replace(' kobo', '')))
  )
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const SMALL_WORDS = SMALL.split(' ')
const TEN_WORDS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
describe('a part in percent', () => {
  it.each([
    [0n, 100n, 0],
    [1n, 1_000_000n, 1],
    [299n, 1_000n, 29],
    [1_000n, 1_000n, 100],
    [10n ** 18n, 1n, 100],
    [5n, 0n, 100],
    [0n, 0n, 0],
    [-5n, 10n, 0],
  ])('%i of %i is %i', (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent)
  })
})

const SCALE_WORDS = new Map([
  ['thousand', 1_000n],
  ['million', 1_000_000n],
  ['billion', 1_000_000_000n],
])

function numberInWords(text: string): bigint {
  let total = 0n
  let group = 0n
  for (const word of text.split(/[ -]/).filter((each) => each !== 'and')) {
    const scale = SCALE_WORDS.get(word)
    if (scale !== undefined) {
      total += group * scale
      group = 0n
    } else if (word === 'hundred') group *= 100n
    else if (SMALL_WORDS.includes(word)) group += BigInt(SMALL_WORDS.indexOf(word))
    else group += BigInt(TEN_WORDS.indexOf(word)) * 10n
  }
  return total + group
}
