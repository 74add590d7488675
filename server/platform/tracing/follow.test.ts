import { randomBytes } from 'node:crypto'
import fastify from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { expect, it } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { follow } from './follow.ts'
import { traceOfOrder } from './order-trace.ts'
import type { EndedSpan } from './otlp.ts'

function begin() {
  const ended: EndedSpan[] = []
  const clock = { now: () => new Date('2026-11-25T12:00:00Z') }
  return { ended, ...follow({ clock, randomBytes, add: (span) => ended.push(span), drop: () => undefined }) }
}

it('traces the steps of a job, but not work that only starts there', async () => {
  const { ended, forOrder, step, outside } = begin()
  await forOrder('ord_1', { name: 'order work' }, async () => {
    await step({ name: 'a part of it' }, async () => undefined)
    await new Promise<void>((resolve) => outside(() => void step({ name: 'other' }, async () => resolve())))
  })
  expect(ended.map(({ name }) => name)).toEqual(['a part of it', 'order work'])
})

it('lets what outlives a request that left no span descend from the approval', async () => {
  const { ended, watchRequests, reached } = begin()
  const app = fastify().withTypeProvider<ZodTypeProvider>()
  watchRequests(app)
  const later = Promise.withResolvers<void>()
  app.get('/api/wallet', async () => {
    setTimeout(() => later.resolve(reached({ id: 'ord_1', kind: 'airtime', state: 'settled' })), 20)
    return {}
  })
  await app.inject('/api/wallet')
  await later.promise
  const { traceId, approvalId } = traceOfOrder('ord_1')
  expect(ended).toMatchObject([{ traceId, parentId: approvalId, name: 'order settled' }])
})

it('runs untraced work without a span', async () => {
  const { ended, step } = begin()
  expect(await step({ name: 'a poll' }, async () => 7)).toBe(7)
  expect(ended).toEqual([])
})

it('names a refusal by its code and a fault by its class, and lets both through', async () => {
  const { ended, forOrder } = begin()
  const failing = (error: Error) =>
    forOrder('ord_1', { name: 'order work' }, async () => {
      throw error
    })
  await expect(failing(new AppError('funds.insufficient'))).rejects.toThrow(AppError)
  await expect(failing(new TypeError('08031234567 is no number'))).rejects.toThrow('08031234567')
  expect(ended.map(({ facts, hasFailed }) => [facts.failure, hasFailed])).toEqual([
    ['funds.insufficient', true],
    ['TypeError', true],
  ])
  expect(JSON.stringify(ended)).not.toContain('0803')
})
