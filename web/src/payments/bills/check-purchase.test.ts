import { describe, expect, test } from 'vitest'
import { type AirtimeForm, checkAirtime } from '#web/payments/kinds/airtime/check-airtime.ts'
import { checkData, type DataForm } from '#web/payments/kinds/data/check-data.ts'
import { checkElectricity, type ElectricityForm } from '#web/payments/kinds/electricity/check-electricity.ts'
import { checkTv, type TvForm } from '#web/payments/kinds/tv/check-tv.ts'

const known = { status: 'known', name: 'ADA OBI', detail: null } as const
const airtime: AirtimeForm = { phone: '+234 803 123 4567', network: 'mtn', amount: '1,500.50', bpcCode: ' BPC-1 ' }
const bundle = { id: 'mtn-1gb', name: '1GB', amountKobo: '50000' }
const data: DataForm = { phone: '08031234567', network: 'mtn', bundle, bpcCode: null }
const electricity: ElectricityForm = {
  biller: { id: 'ikeja-electric', name: 'Ikeja Electric' },
  meterNumber: '11111111111',
  meterType: 'prepaid',
  amount: '5000',
  phone: '08031234567',
  bpcCode: '',
}
const tv: TvForm = {
  biller: { id: 'dstv', name: 'DStv' },
  smartcardNumber: '1212121212',
  plan: { id: 'padi', name: 'DStv Padi', amountKobo: '440000' },
  phone: '08031234567',
  bpcCode: null,
}

describe('airtime', () => {
  test('a filled form becomes a quote in whole kobo, with the number as its 11 digits', () => {
    expect(checkAirtime(airtime)).toEqual({
      body: { kind: 'airtime', network: 'mtn', phone: '08031234567', amountKobo: '150050', bpcCode: 'BPC-1' },
    })
  })

  test('names every required field that is empty', () => {
    expect(checkAirtime({ phone: ' ', network: null, amount: '', bpcCode: null })).toEqual({
      toast: 'Please fill in all required fields',
      problems: { phone: 'Enter the phone number', network: 'Choose the network', amount: 'Enter the amount' },
    })
  })

  test.each(['0803123456', '080312345678', '12345678901', 'my number'])('refuses the number %s', (phone) => {
    expect(checkAirtime({ ...airtime, phone })).toEqual({
      toast: 'Please enter a valid 11-digit phone number',
      problems: { phone: 'Please enter a valid 11-digit phone number' },
    })
  })

  test.each([
    ['49.99', 'The least airtime you can buy is ₦50'],
    ['50,000.01', 'The most airtime you can buy at once is ₦50,000'],
    ['1e3', 'Please enter a valid amount'],
  ])('refuses the amount %s', (amount, sentence) => {
    expect(checkAirtime({ ...airtime, amount })).toMatchObject({
      problems: { amount: expect.stringContaining(sentence) },
    })
  })

  test.each(['50', '50000'])('takes the exact bound %s', (amount) => {
    expect(checkAirtime({ ...airtime, amount })).toHaveProperty('body')
  })
})

describe('data', () => {
  test('asks for the bundle by its id', () => {
    expect(checkData(data)).toEqual({
      body: { kind: 'data', network: 'mtn', phone: '08031234567', bundleId: 'mtn-1gb', bpcCode: null },
    })
  })

  test('says that a bundle has to be selected once the rest is there', () => {
    expect(checkData({ ...data, bundle: null })).toEqual({
      toast: 'Please select a valid data bundle',
      problems: { bundle: 'Please select a valid data bundle' },
    })
    expect(checkData({ ...data, phone: '', bundle: null })).toEqual({
      toast: 'Please fill in all required fields',
      problems: { phone: 'Enter the phone number', bundle: 'Choose the bundle' },
    })
  })
})

describe('electricity', () => {
  test('a filled form with a resolved name becomes a quote', () => {
    expect(checkElectricity(electricity, known)).toEqual({
      body: {
        kind: 'electricity',
        biller: 'ikeja-electric',
        meterNumber: '11111111111',
        meterType: 'prepaid',
        phone: '08031234567',
        amountKobo: '500000',
        bpcCode: null,
      },
    })
  })

  test('never continues without the customer’s name', () => {
    expect(checkElectricity(electricity, { status: 'asking' })).toMatchObject({
      toast: expect.stringContaining('still checking'),
      nameStatus: 'asking',
    })
    expect(checkElectricity(electricity, { status: 'refused', message: 'Not known.' })).toMatchObject({
      toast: 'Not known.',
      nameStatus: 'refused',
    })
  })

  test.each([
    ['499.99', 'The least you can pay is ₦500'],
    ['200000.01', 'The most you can pay at once is ₦200,000'],
  ])('refuses the amount %s', (amount, sentence) => {
    expect(checkElectricity({ ...electricity, amount }, known)).toMatchObject({
      problems: { amount: expect.stringContaining(sentence) },
    })
  })

  test.each(['1111111111', '11111111111111'])('refuses the meter number %s', (meterNumber) => {
    expect(checkElectricity({ ...electricity, meterNumber }, known)).toMatchObject({
      problems: { customerNumber: expect.stringContaining('too short or too long') },
    })
  })
})

describe('TV', () => {
  test('a filled form with a resolved name becomes a quote', () => {
    expect(checkTv(tv, known)).toEqual({
      body: {
        kind: 'tv',
        biller: 'dstv',
        smartcardNumber: '1212121212',
        planId: 'padi',
        phone: '08031234567',
        bpcCode: null,
      },
    })
  })

  test('names every required field that is empty', () => {
    expect(
      checkTv({ biller: null, smartcardNumber: '', plan: null, phone: '', bpcCode: null }, { status: 'missing' }),
    ).toEqual({
      toast: 'Please fill in all required fields',
      problems: {
        biller: 'Choose the company',
        customerNumber: 'Enter the smartcard number',
        plan: 'Choose the package',
        phone: 'Enter the phone number',
      },
    })
  })
})
