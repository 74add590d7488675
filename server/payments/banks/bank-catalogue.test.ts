import { expect, test } from 'vitest'
import { exactText } from '#server/platform/text/exact-text.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'
import type { ProviderBank } from '#server/providers/payments/payment-provider.ts'
import { oneForEachCode } from './bank-catalogue.ts'

function bank(code: string, name: string, active: boolean): ProviderBank {
  const exact = exactText(code)
  if (exact === null) throw new Error('no code')
  return { code: exact, name: cleanLine(name, 100), slug: null, active }
}

test('of two banks with one code the open one counts, whichever comes first', () => {
  const [closed, open, other] = [bank('050', 'Old', false), bank('050', 'New', true), bank('058', 'Other', false)]
  expect(oneForEachCode([closed, other, open])).toEqual([open, other])
  expect(oneForEachCode([open, other, closed])).toEqual([open, other])
})

test('of two closed ones with one code one is told of, and of two open ones the first', () => {
  const [first, second] = [bank('050', 'First', true), bank('050', 'Second', true)]
  expect(oneForEachCode([first, second])).toEqual([first])
  expect(
    oneForEachCode([
      { ...first, active: false },
      { ...second, active: false },
    ]),
  ).toHaveLength(1)
})
