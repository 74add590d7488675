import { describe, expect, it } from 'vitest'
import type { BatchRow } from '#contract/selling.ts'
import { leftOver, outcomeSentences, rowsToShow } from './list-outcome.ts'

type Status = NonNullable<BatchRow['order']>['status']

function row(line: number, status: Status | null, over: Partial<BatchRow> = {}): BatchRow {
  return {
    line,
    ok: status !== null,
    text: `line ${line}`,
    phone: '08031234567',
    network: 'mtn',
    guessed: false,
    bundleName: null,
    customerName: null,
    amountKobo: '50000',
    priceKobo: '49500',
    salePriceKobo: null,
    profitKobo: null,
    sameAsLine: null,
    boughtJustNow: false,
    problem: status === null ? 'Please enter a valid 11-digit phone number' : null,
    order: status === null ? null : { id: `ord_${line}`, transactionId: `txn_${line}`, status, failure: null },
    ...over,
  }
}

const rows = [
  row(1, 'completed'),
  row(2, null),
  row(3, 'pending'),
  row(4, 'failed'),
  row(5, 'completed'),
  row(6, 'reversed'),
]
const counts = { completed: 2, pending: 1, failed: 1, reversed: 1 }

describe('the outcome of a list', () => {
  it('shows first what needs a look, then in the order of the list', () => {
    expect(rowsToShow({ rows }).map(({ line }) => line)).toEqual([4, 6, 2, 3, 1, 5])
  })

  it('says of every kobo where it is', () => {
    expect(outcomeSentences({ rows, counts, badCount: 1 })).toEqual([
      '2 delivered for ₦990.',
      '1 on the way: ₦495 is reserved until it is confirmed. This page updates automatically.',
      '1 failed: ₦495 is back in your wallet.',
      '1 came back: ₦495 is back in your wallet.',
      '1 not bought: nothing was taken for it.',
    ])
    expect(
      outcomeSentences({ rows: [], counts: { completed: 0, pending: 0, failed: 0, reversed: 0 }, badCount: 0 }),
    ).toEqual([])
  })

  it('makes a new list of what failed, whatever the old one looked like', () => {
    const failed = row(4, 'failed', { customerName: 'Obi, "Ada"', salePriceKobo: '152050', amountKobo: '150000' })
    expect(leftOver({ kind: 'airtime', rows: [...rows.slice(0, 3), failed] })).toBe(
      'phone, network, amount, name, price\n08031234567, mtn, 1500.00, "Obi, ""Ada""", 1520.50',
    )
    expect(leftOver({ kind: 'data', rows: [row(1, 'failed', { bundleName: 'MTN 1GB' })] })).toBe(
      'phone, network, bundle, name, price\n08031234567, mtn, MTN 1GB, , ',
    )
    expect(leftOver({ kind: 'airtime', rows: rows.slice(0, 3) })).toBe('')
  })
})
