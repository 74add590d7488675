import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { REFUSALS_FOR_OPERATORS } from '#server/providers/bills/bill-provider.ts'
import { CODES, concludePay, concludeRequery, STATUSES, wordOf } from './outcomes.ts'

const codes = [...CODES.keys()]
const statuses = [null, ...STATUSES.keys(), 'successful', 'Delivered', '', '?', '__proto__', 'constructor']
const said = (code: string, status: string | null = null, isHttpSuccess = true) => ({ code, status, isHttpSuccess })
const every = codes.flatMap((code) => statuses.map((status) => said(code, status)))
const short = ({ code, status }: { code: string; status: string | null }) => `${code} ${status ?? ''}`.trim()

describe('a requery', () => {
  test('is delivered only by the word delivered under a code that reads the status', () => {
    const delivered = every.filter((each) => concludeRequery(each) === 'delivered').map(short)
    expect(delivered.toSorted()).toEqual(['000 delivered', '001 delivered', '044 delivered'])
  })

  test('is failed only by a failure that nothing contradicts', () => {
    const failed = every.filter((each) => concludeRequery(each) === 'failed').map(short)
    expect(failed.toSorted()).toEqual([
      '000 failed',
      '001 failed',
      '016',
      '016 failed',
      '044 failed',
      '091',
      '091 failed',
    ])
  })

  test('is reversed by 040 or by the word reversed, and by nothing else', () => {
    const reversed = every.filter((each) => concludeRequery(each) === 'reversed' && each.code !== '040').map(short)
    expect(reversed.toSorted()).toEqual([
      '000 reversed',
      '001 reversed',
      '016 reversed',
      '044 reversed',
      '091 reversed',
    ])
    for (const status of statuses) expect(concludeRequery(said('040', status))).toBe('reversed')
  })

  test('is not found only by 015 without a transaction', () => {
    expect(every.filter((each) => concludeRequery(each) === 'not-found').map(short)).toEqual(['015'])
    expect(concludeRequery(said('015', 'delivered'))).toBe('pending')
  })

  test('is never failed by a refusal of the request, whatever stands beside it', () => {
    for (const each of every.filter(({ code }) => CODES.get(code)?.rule === 'request')) {
      expect([each, concludeRequery(each)]).toEqual([each, 'unknown'])
    }
  })

  test('with a code that reads a status and none to read is pending', () => {
    for (const code of ['000', '001', '044']) expect(concludeRequery(said(code))).toBe('pending')
  })

  test('with an HTTP error concludes nothing but that it was never seen', () => {
    for (const each of every) {
      const conclusion = concludeRequery({ ...each, isHttpSuccess: false })
      expect([each, conclusion]).toEqual([each, each.code === '015' ? concludeRequery(each) : 'unknown'])
    }
  })
})

describe('an answer to a purchase', () => {
  test('refuses nothing that may exist: a refusal with a transaction beside it is unknown', () => {
    for (const each of every) {
      const isContradicted = each.status !== null && each.status !== 'failed'
      if (isContradicted) expect([each, concludePay(each)]).not.toEqual([each, expect.stringMatching(/^refused/)])
    }
  })

  test('with an HTTP error is a refusal of the request or unknown', () => {
    for (const each of every) {
      const conclusion = concludePay({ ...each, isHttpSuccess: false })
      const isRefusal = CODES.get(each.code)?.rule === 'request'
      expect([each, conclusion]).toEqual([each, isRefusal ? concludePay(each) : 'unknown'])
    }
  })

  test('is accepted only by a code or a word that VTpass has the purchase', () => {
    const accepted = every.filter((each) => concludePay(each) === 'accepted')
    const alone = accepted.filter(({ status }) => status === null).map(short)
    expect(alone.toSorted()).toEqual(['040', '089', '099'])
    const worded = accepted.filter(({ code, status }) => status !== null && !alone.includes(code)).map(short)
    const words = ['delivered', 'initiated', 'pending', 'resolved', 'reversed']
    expect(worded.toSorted()).toEqual(['000', '001', '044'].flatMap((code) => words.map((word) => `${code} ${word}`)))
  })

  test.each([
    [
      'failed',
      ['000 failed', '001 failed', '011', '011 failed', '016', '016 failed', '044 failed', '091', '091 failed'],
    ],
    ['bad-plan', ['010', '010 failed', '012', '012 failed']],
    ['bad-amount', ['013', '017', '031', '032'].flatMap((code) => [code, `${code} failed`])],
    ['bad-recipient', ['025', '026'].flatMap((code) => [code, `${code} failed`])],
    ['not-reachable', ['030', '034', '035'].flatMap((code) => [code, `${code} failed`])],
    ['bad-reference', ['085', '085 failed']],
  ])('is refused as %s by these codes and no others', (refusal, answers) => {
    const refused = every.filter((each) => concludePay(each) === `refused:${refusal}`).map(short)
    expect(refused.toSorted()).toEqual(answers)
  })

  test.each(['014', '015', '019', '020', '083'])('%s is never a refusal and never accepted', (code) => {
    for (const status of statuses) expect(concludePay(said(code, status))).toBe('unknown')
  })

  test('an empty wallet, a locked account and a switched-off product are for operators', () => {
    const forOperators = codes.filter((code) =>
      REFUSALS_FOR_OPERATORS.some((refusal) => CODES.get(code)?.pay === `refused:${refusal}`),
    )
    expect(forOperators.toSorted()).toEqual(['018', '021', '022', '023', '024', '027', '028', '087'])
  })
})

test('no code and no word outside the tables concludes anything', () => {
  const strange = fc.string().filter((text) => !CODES.has(text))
  fc.assert(
    fc.property(strange, fc.constantFrom(...statuses), (code, status) => {
      expect(concludePay(said(code, status))).toBe('unknown')
      expect(concludeRequery(said(code, status))).toBe('unknown')
    }),
  )
  fc.assert(
    fc.property(
      fc.string().filter((text) => !STATUSES.has(text)),
      (status) => {
        expect(concludePay(said('000', status))).toBe('unknown')
        expect(concludeRequery(said('000', status))).toBe('unknown')
      },
    ),
  )
})

test('the word for the record repeats no status that is not in the table', () => {
  expect(wordOf(said('000', 'delivered'))).toBe('000 delivered')
  expect(wordOf(said('099'))).toBe('099')
  expect(wordOf(said('000', 'Ada Okafor'))).toBe('000 unknown-status')
})
