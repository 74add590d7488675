import { expect, it } from 'vitest'
import { readFilters, withFilters } from './filters.ts'

it('reads what an address filters by, and writes it back', () => {
  const filters = { provider: 'paystack', type: 'fee', age: 'over-7' } as const
  expect(readFilters(new URLSearchParams(withFilters(filters)))).toEqual({ filters, ignored: false })
  expect(readFilters(new URLSearchParams('type=&age='))).toEqual({ filters: {}, ignored: false })
})

it.each(['type=toString', 'age=8', 'provider=Pay%20stack', `provider=${'a'.repeat(41)}`, 'type=fee&age=%3Cb%3E'])(
  'leaves out what nothing can be filtered by: %s',
  (query) => {
    const { filters, ignored } = readFilters(new URLSearchParams(query))
    expect([ignored, Object.keys(filters)]).toEqual([true, query.startsWith('type=fee') ? ['type'] : []])
  },
)
