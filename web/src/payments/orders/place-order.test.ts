import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { APPROVAL_PAUSE_MS } from '#contract/constants.ts'
import { sendUntilAnswered } from './place-order.ts'

const ACCEPTED = { order: { id: 'ord_1' } }
const refusal = (code: string) => ({ error: { code, message: 'No.', id: 'req_1' } })

let answers: (() => Response)[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const fetched = async () => {
    const next = answers.shift()
    if (next === undefined) throw new Error('asked once too often')
    return next()
  }
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const refused = (status: number, code: string) => () => Response.json(refusal(code), { status })
const accepted = () => Response.json(ACCEPTED, { status: 201 })
const lost = () => {
  throw new TypeError('Failed to fetch')
}
const send = () => sendUntilAnswered('/api/orders', { quoteId: 'quo_1' })

test('an approval that came too fast is sent again when its pause is over, and not before', async () => {
  answers = [refused(429, 'approval.too-fast'), accepted]
  const sent = send()
  await vi.advanceTimersByTimeAsync(APPROVAL_PAUSE_MS - 1)
  expect(answers).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  await expect(sent).resolves.toEqual(ACCEPTED)
})

test('what got no answer is sent again, three times in all', async () => {
  answers = [lost, refused(500, 'server.unexpected'), accepted, accepted]
  const sent = send()
  await vi.advanceTimersByTimeAsync(10_000)
  await expect(sent).resolves.toEqual(ACCEPTED)
  expect(answers).toHaveLength(1)
})

test('a refusal is sent once', async () => {
  answers = [refused(409, 'funds.insufficient'), accepted]
  await expect(send()).rejects.toMatchObject({ code: 'funds.insufficient' })
  expect(answers).toHaveLength(1)
})
