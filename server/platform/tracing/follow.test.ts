import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { follow } from './follow.ts'
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
