import { describe, expect, test } from 'vitest'
import { fixture, stubbedVtpass } from './vtpass-stub.ts'

/** The balance of our wallet at VTpass, as its responses report it. */

const { answering } = stubbedVtpass()

describe('the balance', () => {
  test('is read from its own envelope, to the kobo', async () => {
    expect(await answering(fixture('balance')).balance()).toEqual({
      outcome: 'succeeded',
      value: { balanceKobo: 108_182n },
    })
    expect(await answering({ code: 1, contents: { balance: '-12.50' } }).balance()).toMatchObject({
      value: { balanceKobo: -1_250n },
    })
  })

  test.each<unknown>([
    { code: 1, contents: {} },
    { code: 1, contents: { balance: null } },
    { code: 1, contents: { balance: '1,081.82' } },
    { code: 1, content: { balance: 5 } },
    { code: 0, contents: { balance: 5 } },
    { code: '1', contents: { balance: 5 } },
    { code: '000', contents: { balance: 5 } },
  ])('%j is unknown', async (body) => {
    expect(await answering(body).balance()).toMatchObject({ outcome: 'unknown' })
  })

  test('with keys VTpass does not accept is a refusal', async () => {
    expect(await answering({ code: '087', content: [] }).balance()).toMatchObject({
      outcome: 'declined',
      reason: '087',
    })
  })
})
