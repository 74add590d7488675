import { describe, expect, it } from 'vitest'
import { BATCH_ROWS_MAX } from '#contract/selling-limits.ts'
import { readList, type UncheckedRow } from './read-list.ts'

const A = '08031234567'
const B = '08021234567'

function rows(text: string, kind: 'airtime' | 'data' = 'airtime'): UncheckedRow[] {
  return readList(text, kind, BATCH_ROWS_MAX).rows
}

/** `line|phone|network|amount or bundle|name|price`, or the line and what is wrong with it. */
function short(text: string, kind: 'airtime' | 'data' = 'airtime'): string[] {
  return rows(text, kind).map(({ line, phone, network, amountKobo, bundle, customerName, priceKobo, problem }) =>
    problem === null
      ? [line, phone, network, kind === 'airtime' ? amountKobo : bundle, customerName, priceKobo].join('|')
      : `${line} ${/quotation mark/.test(problem) ? 'unclosed' : 'cells'}`,
  )
}

describe('a list', () => {
  it.each<[name: string, text: string, expected: string[]]>([
    ['of commas', `${A},MTN,500,Ada,550`, [`1|${A}|MTN|50000|Ada|55000`]],
    ['of semicolons', `${A};MTN;1,500;Ada;1,600`, [`1|${A}|MTN|150000|Ada|160000`]],
    ['of tabs', `${A}\tMTN\t1,500.50\tObi, Ada\t1600`, [`1|${A}|MTN|150050|Obi, Ada|160000`]],
    ['without networks', `${A},500\n${B},700,Bola,750`, [`1|${A}||50000||`, `2|${B}||70000|Bola|75000`]],
    [
      'with some networks',
      `${A},500\n${B},airtel,700\n${B},,300`,
      [`1|${A}||50000||`, `2|${B}|airtel|70000||`, `3|${B}||30000||`],
    ],
    ['with spaces around', ` ${A} , 500 , Ada `, [`1|${A}||50000|Ada|`]],
    ['with naira signs and grouped amounts in quotes', `${A},"₦1,500",Ada,₦2000`, [`1|${A}||150000|Ada|200000`]],
    ['with a byte order mark', `\uFEFF${A},500`, [`1|${A}||50000||`]],
    ['with CRLF', `${A},500\r\n${B},600\r\n`, [`1|${A}||50000||`, `2|${B}||60000||`]],
    ['with single CR', `${A},500\r${B},600`, [`1|${A}||50000||`, `2|${B}||60000||`]],
    [
      'with empty lines, which count as lines',
      `\n\n${A},500\n   \n,,,\n${B},600\n\n`,
      [`3|${A}||50000||`, `6|${B}||60000||`],
    ],
    ['with doubled quotes', `${A},500,"Ada ""the first"" Obi"`, [`1|${A}||50000|Ada "the first" Obi|`]],
    ['with a separator in quotes', `${A},500,"Obi, Ada"`, [`1|${A}||50000|Obi, Ada|`]],
    ['with a line break in quotes', `${A},500,"Ada\nObi"\n${B},600`, [`1|${A}||50000|Ada Obi|`, `3|${B}||60000||`]],
    ['with a quote inside a word', `${A},500,5" Ada`, [`1|${A}||50000|5" Ada|`]],
    ['with a quote that is never closed', `${A},500,"Ada\n${B},600`, ['1 unclosed', `2|${B}||60000||`]],
    [
      'with a quote that only a later row closes',
      `${A},500,"Ada\n${B},600,Bola"`,
      ['1 unclosed', `2|${B}||60000|Bola"|`],
    ],
    ['with text after a quote', `${A},500,"Ada" Obi\n${B},600`, ['1 unclosed', `2|${B}||60000||`]],
    ['whose amount is cut by its comma', `${A},50,000\n${B},600`, ['1 cells', `2|${B}||60000||`]],
    ['with cells too many', `${A},MTN,500,Ada,600,700`, ['1 cells']],
    ['with an amount that is none', `${A},abc`, [`1|${A}||none||`]],
    ['with twelve digits, which are no kobo', `${A},123456789012,Ada,999999999999`, [`1|${A}||none|Ada|none`]],
    ['with a negative amount', `${A},-500`, [`1|${A}||none||`]],
    ['that is one word', 'hello', ['1|hello||||']],
    ['that is nothing', ' \n\r\n,,,\n,\n', []],
  ])('%s', (_name, text, expected) => {
    expect(short(text)).toEqual(expected)
  })

  it.each<[name: string, text: string, expected: string[]]>([
    ['says the order', `Name,Price,Phone,Network,Amount\nAda,600,${A},Glo,500`, [`2|${A}|Glo|50000|Ada|60000`]],
    ['may be in quotes and any case', `"PHONE NUMBER";"Selling price"\n${A};700`, [`2|${A}||||70000`]],
    ['may have columns nobody knows', `phone,town,amount\n${A},Aba,500`, [`2|${A}||50000||`]],
    ['makes a cell too many an error', `phone,amount\n${A},1,500`, ['2 cells']],
    ['is none when it names a number', `phone ${A},amount`, [`1|phone ${A}||none||`]],
    ['is none without a phone column', `amount,name\n${A},500`, ['1|amount||none||', `2|${A}||50000||`]],
    ['is not a row', 'phone,amount', []],
  ])('whose heading %s', (_name, text, expected) => {
    expect(short(text)).toEqual(expected)
  })

  it('of data takes bundles', () => {
    expect(short(`${A},MTN,1GB,Ada,550\n${B},2 GB`, 'data')).toEqual([`1|${A}|MTN|1GB|Ada|55000`, `2|${B}||2 GB||`])
    expect(short(`number,plan\n${A},5GB`, 'data')).toEqual([`2|${A}||5GB||`])
  })

  it.each(['=cmd()', '+1', '-1', '@sum', '=HYPERLINK("x")'])('keeps %s as the text it is', (name) => {
    expect(rows(`${A},500,"${name.replaceAll('"', '""')}"`)[0]?.customerName).toBe(name)
  })

  it('leaves no control, format or direction character in what is shown', () => {
    const nasty = 'A\u0000d\u202Ea\u200B\u2066 \u0007O\uFEFFbi\u2028!'
    const [row] = rows(`${A},500,${nasty}`)
    expect(row?.customerName).toBe('A d a O bi !')
    expect(row?.text).toBe(`${A},500,A d a O bi !`)
    expect(/\p{C}/u.test(JSON.stringify(row))).toBe(false)
  })

  it('shortens names and lines by whole characters', () => {
    const [row] = rows(`${A},500,${'😀'.repeat(300)}`)
    expect([...(row?.customerName ?? '')]).toHaveLength(80)
    expect([...(row?.text ?? '')]).toHaveLength(120)
  })

  it('may have 200 rows, with or without a heading, and not 201', () => {
    const of = (count: number) => Array.from({ length: count }, () => `${A},500`).join('\n')
    expect(readList(of(200), 'airtime', BATCH_ROWS_MAX)).toMatchObject({ tooLong: false })
    expect(readList(`phone,amount\n${of(200)}\n\n`, 'airtime', BATCH_ROWS_MAX)).toMatchObject({ tooLong: false })
    expect(readList(of(201), 'airtime', BATCH_ROWS_MAX).tooLong).toBe(true)
    expect(readList(`phone,amount\n${of(201)}`, 'airtime', BATCH_ROWS_MAX).tooLong).toBe(true)
  })

  it('of 10,000 rows is not read to its end', () => {
    for (const line of ['0\n', '"0\n', '"0""\n']) {
      const list = readList(line.repeat(10_000), 'airtime', BATCH_ROWS_MAX)
      expect(list.tooLong).toBe(true)
      expect(list.rows.length).toBeLessThanOrEqual(BATCH_ROWS_MAX + 1)
    }
  })

  it('never loses a number: each is in exactly one row', () => {
    const lines = Array.from({ length: 120 }, (_, index) => `0803${String(1_000_000 + index)}`)
    for (const mark of ['"', '""', '"x', 'x"', '"x"y', ',"', ' "']) {
      const text = lines.map((phone, index) => (index % 7 === 0 ? `${phone},500,${mark}` : `${phone},500`)).join('\n')
      expect(rows(text).map((row) => row.text.slice(0, 11))).toEqual(lines)
    }
  })
})
