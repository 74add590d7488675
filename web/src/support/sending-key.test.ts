import { expect, test } from 'vitest'
import { sendingKey } from './sending-key.ts'

test('the same content keeps its key until it has arrived', () => {
  const key = sendingKey()
  const first = key.of({ text: 'Hello' })
  expect(first).toMatch(/^[A-Za-z0-9_-]{22}$/)
  expect(key.of({ text: 'Hello' })).toBe(first)
  key.arrived()
  expect(key.of({ text: 'Hello' })).not.toBe(first)
})

test('other content has another key', () => {
  const key = sendingKey()
  const first = key.of({ text: 'Hello' })
  const second = key.of({ text: 'Hello!' })
  expect(second).not.toBe(first)
  expect(sendingKey().of({ text: 'Hello' })).not.toBe(first)
})
