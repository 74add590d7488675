import { describe, expect, test } from 'vitest'
import { fixture, stubbedVtpass } from './vtpass-stub.ts'

/** The request for the name behind a number, and the owner according to VTpass's reply. */

const { answering, asked } = stubbedVtpass()

describe('the name behind a number', () => {
  const meter = { biller: 'ikeja-electric', customerNumber: '1111111111111', meterType: 'prepaid' } as const
  const smartcard = { biller: 'dstv', customerNumber: '1212121212', meterType: null }

  test('of a meter comes with the address, and the meter type is asked along', async () => {
    expect(await answering(fixture('customer-meter')).resolveCustomer(meter)).toEqual({
      outcome: 'succeeded',
      value: { customerName: 'ADA OKAFOR', detail: '12 Allen Avenue Ikeja' },
    })
    expect(asked()).toEqual([
      ['POST', '/merchant-verify', { billersCode: '1111111111111', serviceID: 'ikeja-electric', type: 'prepaid' }],
    ])
  })

  test('of a smartcard comes with what it has now, and no type is asked', async () => {
    expect(await answering(fixture('customer-smartcard')).resolveCustomer(smartcard)).toEqual({
      outcome: 'succeeded',
      value: { customerName: 'Chinedu Eze', detail: 'DStv Padi' },
    })
    expect(asked()).toEqual([['POST', '/merchant-verify', { billersCode: '1212121212', serviceID: 'dstv' }]])
  })

  test.each<[string, unknown]>([
    ['an error inside', fixture('customer-unknown')],
    ['an error beside a name', { code: '000', content: { Customer_Name: 'Ada', error: 'wrong' } }],
    ['the mark of a wrong number', { code: '000', content: { Customer_Name: 'Ada', WrongBillersCode: true } }],
    ['invalid arguments', { code: '011', content: { errors: ['billersCode'] } }],
  ])('with %s is of nobody', async (_, body) => {
    expect(await answering(body).resolveCustomer(meter)).toMatchObject({ outcome: 'declined', reason: 'not-resolved' })
  })

  test('at a biller VTpass does not have is a refusal of its own', async () => {
    expect(await answering({ code: '012', content: [] }).resolveCustomer(meter)).toMatchObject({
      outcome: 'declined',
      reason: 'unknown-biller',
    })
  })

  test.each<[string, unknown]>([
    ['no name', { code: '000', content: { Address: 'x' } }],
    ['a name that is a list', { code: '000', content: { Customer_Name: ['Ada'] } }],
    ['no content', { code: '000', content: [] }],
    ['a biller that is not reachable', { code: '030', content: [] }],
    ['keys that are not accepted', { code: '087', content: [] }],
    ['another meter', { code: '000', content: { Customer_Name: 'Ada', Meter_Number: '2222222222222' } }],
  ])('with %s is unknown', async (_, body) => {
    expect(await answering(body).resolveCustomer(meter)).toMatchObject({ outcome: 'unknown' })
  })

  test.each(['N/A', ' null ', '-', ' ', '\u202E', 'АDA', 'A'.repeat(201)])(
    'that is %j is a no of its own: it is never shown in place of another',
    async (Customer_Name) => {
      expect(await answering({ code: '000', content: { Customer_Name } }).resolveCustomer(meter)).toEqual({
        outcome: 'declined',
        reason: 'unreadable-name',
        message: 'a name that cannot be shown',
      })
    },
  )

  test('has no more than its letters, and an address is cut or left out', async () => {
    const content = { Customer_Name: ' ADA\u0000 \u202EOKAFOR', Address: '\u200B' }
    expect(await answering({ code: '000', content }).resolveCustomer(meter)).toEqual({
      outcome: 'succeeded',
      value: { customerName: 'ADA OKAFOR', detail: null },
    })
    const long = { code: '000', content: { ...content, Address: 'x'.repeat(500) } }
    expect(await answering(long).resolveCustomer(meter)).toMatchObject({ value: { detail: `${'x'.repeat(199)}…` } })
  })

  test('a postpaid account may have a meter of another number, and a number may have lost its zeros', async () => {
    const body = { code: '020', content: { Customer_Name: 'Ada', Meter_Number: 1_234_567_890 } }
    for (const of of [
      { ...meter, meterType: 'postpaid' as const },
      { ...meter, customerNumber: '01234567890' },
    ]) {
      expect(await answering(body).resolveCustomer(of)).toMatchObject({ value: { customerName: 'Ada', detail: null } })
    }
  })
})
