import { describe, expect, it } from 'vitest'
import type { Transaction } from '#contract/transactions.ts'
import { firstSteps } from './which-steps.ts'

const line = (kind: Transaction['kind'], status: Transaction['status'] = 'completed') => ({ kind, status })

describe('the first steps of a new account', () => {
  it('are all three of them for somebody who has nothing but the practice grant', () => {
    expect(firstSteps([line('grant')], false)).toEqual(['fund', 'airtime', 'fingerprint'])
  })

  it.each([
    ['money that came in', [line('deposit')], false, ['airtime', 'fingerprint']],
    ['airtime that arrived', [line('airtime')], false, ['fund', 'fingerprint']],
    ['a fingerprint', [], true, ['fund', 'airtime']],
    ['all of it', [line('deposit'), line('airtime')], true, []],
  ] as const)('go with %s', (_, lines, hasFingerprint, left) => {
    expect(firstSteps(lines, hasFingerprint)).toEqual(left)
  })

  it.each(['pending', 'failed', 'reversed'] as const)('stay while airtime is %s', (status) => {
    expect(firstSteps([line('airtime', status)], true)).toEqual(['fund', 'airtime'])
  })
})
