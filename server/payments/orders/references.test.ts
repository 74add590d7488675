import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { idSource } from '#server/platform/ids.ts'
import { canBeCharge, canBeTransfer, chargeReference, firstReference } from './references.ts'

const newId = idSource(() => new Date('2026-11-21T11:00:00Z'), randomBytes)

describe('a reference', () => {
  it('of every transfer and charge that is made is recognised as one', () => {
    for (let n = 1; n <= 50; n++) {
      const id = newId('ord')
      expect(canBeTransfer(firstReference(id, 'wallet'))).toBe(true)
      expect(canBeCharge(chargeReference({ reference: firstReference(id, 'transfer') }, n))).toBe(true)
    }
  })

  const body = '01m9w3k5c7e9g1j3m5p7r9t1v3x5z7b9d1f'

  it.each([
    ['one of Paystack', 'ge-bzrf8u8k2pygxrnqf'],
    ['nothing', ''],
    ['another kind of id', `trf_${body}`],
    ['one character less', `ord_${body.slice(1)}`],
    ['one character more', `ord_${body}0`],
    ['capitals', `ORD_${body}`],
    ['a letter that no id has', `ord_${body.slice(1)}i`],
    ['a charge', `ord-${body}-1`],
    ['a line break after it', `ord_${body}\n`],
  ])('that is %s is no transfer of ours', (_, reference) => {
    expect(canBeTransfer(reference)).toBe(false)
  })

  it.each([
    ['a transfer', `ord_${body}`],
    ['without its number', `ord-${body}`],
    ['with number 0', `ord-${body}-0`],
    ['with a long number', `ord-${body}-100`],
    ['something before it', `x-ord-${body}-1`],
  ])('that is %s is no charge of ours', (_, reference) => {
    expect(canBeCharge(reference)).toBe(false)
  })
})
