import { describe, expect, test } from 'vitest'
import { fixture, stubbedVtpass } from './vtpass-stub.ts'

/** The requests for plans and billers, and which parts of VTpass's replies can be sold. */

const { answering, asked } = stubbedVtpass()

describe('the catalogue', () => {
  test('has the plans with one fixed price, in kobo, under either spelling', async () => {
    expect(await answering(fixture('variations')).listBundles('mtn')).toEqual({
      outcome: 'succeeded',
      value: [
        { code: 'mtn-10mb-100', name: 'N100 100MB - 24 hrs', amountKobo: 10_000n },
        { code: 'mtn-100mb-1000', name: 'N1000 1.5GB - 30 days', amountKobo: 100_000n },
      ],
    })
    expect(await answering(fixture('variations-older')).listTvPlans('dstv')).toMatchObject({
      outcome: 'succeeded',
      value: [{ code: 'dstv-padi', amountKobo: 440_000n }, { code: 'dstv-yanga' }],
    })
    expect(asked().map(([, url]) => url)).toEqual([
      '/service-variations?serviceID=mtn-data',
      '/service-variations?serviceID=dstv',
    ])
  })

  const variations = (rows: unknown, serviceID: unknown = 'mtn-data') => ({
    response_description: '000',
    content: { serviceID, variations: rows },
  })
  const row = { variation_code: 'a', name: 'A', variation_amount: '100.00', fixedPrice: 'Yes' }

  test('leaves out what cannot be sold at the price shown', async () => {
    const odd = [
      { ...row, fixedPrice: 'No' },
      { ...row, fixedPrice: undefined },
      { ...row, fixedPrice: true },
      { ...row, variation_amount: '0.00' },
      { ...row, variation_amount: '-5' },
      { ...row, variation_amount: '1,000.00' },
      { ...row, variation_amount: null },
      { ...row, variation_code: '' },
      { ...row, variation_code: 'a b' },
      { ...row, name: ' \n' },
      { ...row, name: null },
      null,
      'a',
      [row],
    ]
    const answer = await answering(variations([...odd, { ...row, name: 'A\u0000  B' }, row])).listBundles('mtn')
    expect(answer).toEqual({ outcome: 'succeeded', value: [{ code: 'a', name: 'A B', amountKobo: 10_000n }] })
  })

  test('is unknown when it is not a list, empty, or about another service', async () => {
    for (const body of [
      variations({}),
      variations(null),
      variations([]),
      { response_description: '000', content: [] },
    ]) {
      expect(await answering(body).listBundles('mtn')).toMatchObject({ outcome: 'unknown' })
    }
    expect(await answering(variations([row], 'glo-data')).listBundles('mtn')).toEqual({
      outcome: 'unknown',
      cause: 'plans of another service',
    })
    for (const content of [{}, [], [null]]) {
      expect(await answering({ response_description: '000', content }).listBillers('tv')).toMatchObject({
        outcome: 'unknown',
      })
    }
  })

  test('has the billers of a category; Showmax takes no smartcard', async () => {
    expect(await answering(fixture('services-electricity')).listBillers('electricity')).toEqual({
      outcome: 'succeeded',
      value: [
        { id: 'ikeja-electric', name: 'Ikeja Electric' },
        { id: 'eko-electric', name: 'Eko Electric' },
      ],
    })
    expect(await answering(fixture('services-tv')).listBillers('tv')).toMatchObject({
      value: [{ id: 'dstv' }, { id: 'gotv' }],
    })
    expect(asked().map(([, url]) => url)).toEqual([
      '/services?identifier=electricity-bill',
      '/services?identifier=tv-subscription',
    ])
  })

  test('a biller without id or name is left out', async () => {
    const content = [{ name: 'x' }, { serviceID: 'x' }, null, 5, { serviceID: 'dstv', name: 'DSTV' }]
    expect(await answering({ response_description: '000', content }).listBillers('tv')).toMatchObject({
      value: [{ id: 'dstv', name: 'DSTV' }],
    })
  })

  test('a refusal says the code', async () => {
    const body = { code: '087', response_description: 'INVALID CREDENTIALS', content: [] }
    for (const status of [200, 401]) {
      expect(await answering(body, status).listBundles('mtn')).toEqual({
        outcome: 'declined',
        reason: '087',
        message: '087 INVALID CREDENTIALS',
      })
    }
  })
})
