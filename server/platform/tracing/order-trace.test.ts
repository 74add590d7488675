import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { idSource } from '#server/platform/ids.ts'
import { traceOfOrder } from './order-trace.ts'

it('derives the same trace for an order everywhere, and a different one for each order', () => {
  const newId = idSource(() => new Date('2026-11-25T12:00:00Z'), randomBytes)
  const ids = Array.from({ length: 10_000 }, () => newId('ord'))
  expect(new Set(ids.map((id) => traceOfOrder(id).traceId)).size).toBe(ids.length)
  expect(new Set(ids.map((id) => traceOfOrder(id).approvalId)).size).toBe(ids.length)
  // A fixed value: a process of an earlier version has to find the same.
  expect(traceOfOrder('ord_0123456789abcdefghjkmnpqrstvwxyz012')).toEqual({
    traceId: '105c32e180092288344b0cc532e71e86',
    approvalId: '50c196bf6108c9f7',
  })
})
