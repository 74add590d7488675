import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, api, isRefusal, messageOf, UnansweredError } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

function serverAnswers(answer: () => Response | Promise<Response>) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) => answer())
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const wrongPin = { error: { code: 'pin.wrong', message: 'Wrong.', id: 'req_1', triesLeft: 2, fields: { pin: 'x' } } }

test('answers the JSON of a success', async () => {
  serverAnswers(() => Response.json({ challenge: 'abc' }))
  await expect(api('GET', '/api/challenges')).resolves.toEqual({ challenge: 'abc' })
})

test('a 204 answers nothing', async () => {
  serverAnswers(() => new Response(null, { status: 204 }))
  await expect(api('POST', '/api/lock')).resolves.toBeUndefined()
})

test('says its content is JSON only when it sends a body', async () => {
  const fetched = serverAnswers(() => new Response(null, { status: 204 }))
  await api('POST', '/api/lock')
  await api('POST', '/api/quotes', { kind: 'withdrawal' })
  expect(fetched.mock.calls[0]?.[1].headers).toEqual({})
  expect(fetched.mock.calls[1]?.[1].headers).toEqual({ 'content-type': 'application/json' })
})

test('a refusal carries code, tries left, fields and id', async () => {
  serverAnswers(() => Response.json(wrongPin, { status: 403 }))
  const error = await api('POST', '/api/unlock', {}).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'pin.wrong', status: 403, triesLeft: 2, retryAfterS: null, id: 'req_1' })
  expect(isRefusal(error, 'pin.wrong', 'pin.off')).toBe(true)
  expect(isRefusal(error, 'pin.off')).toBe(false)
  expect(messageOf(error)).toBe('Wrong.')
})

test('a broken connection is no refusal', async () => {
  serverAnswers(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(api('GET', '/api/wallet')).rejects.toBeInstanceOf(UnansweredError)
})

test('a page from something in between is no answer of ours', async () => {
  serverAnswers(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(api('POST', '/api/orders', {})).rejects.toBeInstanceOf(UnansweredError)
  serverAnswers(() => Response.json({ oops: true }, { status: 502 }))
  await expect(api('POST', '/api/orders', {})).rejects.toBeInstanceOf(UnansweredError)
})

test('an aborted request stays an abort', async () => {
  const controller = new AbortController()
  controller.abort()
  serverAnswers(() => Promise.reject(controller.signal.reason))
  await expect(api('GET', '/api/me', undefined, controller.signal)).rejects.not.toBeInstanceOf(UnansweredError)
})
