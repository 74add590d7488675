import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_PRICES } from '#contract/constants.ts'
import { ConfigError, readConfig } from '#server/platform/config/config.ts'
import { readPriceList } from '#server/platform/config/prices.ts'

const band = { upToKobo: '100', feeKobo: '1' }
const written = {
  discounts: {
    airtime: { standard: 100, bpc: 200 },
    data: { standard: 0, bpc: 9_999 },
    electricity: { standard: 1, bpc: 1 },
    tv: { standard: 1, bpc: 1 },
    education: { standard: 1, bpc: 1 },
  },
  commissions: { airtime: { mtn: 300, '*': 0 }, data: {}, electricity: { 'ikeja-electric': 5 }, tv: {}, education: {} },
  transferFees: {
    standard: [band, { upToKobo: '1000000000000', feeKobo: '5000' }],
    bpc: [{ upToKobo: '1', feeKobo: '0' }],
  },
}

describe("an installation's own price list", () => {
  let folder: string
  beforeAll(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'prices-'))
  })
  afterAll(() => fs.rmSync(folder, { recursive: true }))

  function file(content: unknown): string {
    const name = path.join(folder, `${randomBytes(6).toString('hex')}.json`)
    fs.writeFileSync(name, typeof content === 'string' ? content : JSON.stringify(content))
    return name
  }

  it('is read as it is written, kobo as whole numbers', () => {
    expect(readPriceList(file(written))).toEqual({
      ...written,
      transferFees: {
        standard: [
          { upToKobo: 100n, feeKobo: 1n },
          { upToKobo: 1_000_000_000_000n, feeKobo: 5_000n },
        ],
        bpc: [{ upToKobo: 1n, feeKobo: 0n }],
      },
    })
    expect(readConfig({ PRICE_LIST: file(written) }).prices.discounts.airtime.bpc).toBe(200)
  })

  it('is the default one when none is named', () => {
    expect(readConfig({}).prices).toBe(DEFAULT_PRICES)
    expect(readConfig({ PRICE_LIST: '' }).prices).toBe(DEFAULT_PRICES)
  })

  const discount = (standard: unknown) => ({
    ...written,
    discounts: { ...written.discounts, airtime: { standard, bpc: 0 } },
  })
  const fees = (standard: unknown) => ({ ...written, transferFees: { ...written.transferFees, standard } })

  it.each<[string, unknown, RegExp]>([
    ['a discount below zero', discount(-1), /discounts\.airtime\.standard/],
    ['a discount of the whole', discount(10_000), /discounts\.airtime\.standard/],
    ['a broken discount', discount(1.5), /discounts\.airtime\.standard/],
    ['a discount as text', discount('100'), /discounts\.airtime\.standard/],
    ['no discount', discount(undefined), /discounts\.airtime\.standard/],
    ['a discount for something nobody sells', { ...written, discounts: { ...written.discounts, gold: {} } }, /gold/],
    ['a commission below zero', { ...written, commissions: { ...written.commissions, tv: { gotv: -1 } } }, /gotv/],
    [
      'a network that reads like one',
      { ...written, commissions: { ...written.commissions, airtime: { mtn: 300, MTN: 1 } } },
      /commissions\.airtime\.MTN: there is no such service; there are mtn, airtel/,
    ],
    [
      'an exam that nobody sells',
      { ...written, commissions: { ...written.commissions, education: { weac: 1 } } },
      /commissions\.education\.weac/,
    ],
    ['no commissions', { ...written, commissions: undefined }, /commissions/],
    ['no band', fees([]), /transferFees\.standard/],
    ['bands out of order', fees([{ ...band, upToKobo: '200' }, band]), /from the lowest to the highest/],
    ['a band twice', fees([band, band]), /from the lowest to the highest/],
    ['a fee as a number', fees([{ ...band, feeKobo: 1 }]), /feeKobo/],
    ['a fee in naira', fees([{ ...band, feeKobo: '1.50' }]), /whole kobo/],
    ['a fee below zero', fees([{ ...band, feeKobo: '-1' }]), /whole kobo/],
    ['a fee with a leading zero', fees([{ ...band, feeKobo: '01' }]), /whole kobo/],
    ['a band beyond any amount', fees([{ ...band, upToKobo: '1000000000001' }]), /too much/],
    ['a field nobody knows', { ...written, vat: 75 }, /vat/],
    ['a list', [written], /expected object/i],
    ['nothing', 'null', /expected object/i],
  ])('is refused, saying where, with %s', (_name, content, where) => {
    const name = file(content)
    expect(() => readPriceList(name)).toThrow(where)
    expect(() => readConfig({ PRICE_LIST: name })).toThrow(where)
    expect(() => readConfig({ PRICE_LIST: name })).toThrow(ConfigError)
  })

  it.each(['', '{', 'not json'])('is refused by the name of the setting when the file is %j', (content) => {
    expect(() => readConfig({ PRICE_LIST: file(content) })).toThrow(/^PRICE_LIST: /)
  })

  it('is refused by the name of the setting when there is no file', () => {
    expect(() => readConfig({ PRICE_LIST: path.join(folder, 'nowhere.json') })).toThrow(/^PRICE_LIST: /)
    expect(() => readConfig({ PRICE_LIST: folder })).toThrow(/^PRICE_LIST: /)
  })
})
