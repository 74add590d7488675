import { afterEach, expect, test, vi } from 'vitest'
import { emptyStorage } from '#tests/support/browser-storage.ts'
import { ApiError, api, apiFile, isRefusal, messageOf, UnansweredError } from './api.ts'
import { pendingSignOut, setPendingSignOut } from './pending-sign-out.ts'

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

test('sends a file as it is and as what it is', async () => {
  const fetched = serverAnswers(() => Response.json({ imageVersion: 'v' }))
  const picture = new Blob(['picture'], { type: 'image/webp' })
  await api('PUT', '/api/me/image', picture)
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ headers: { 'content-type': 'image/webp' }, body: picture })
})

test('reads a file, and a refusal in its place is a refusal', async () => {
  serverAnswers(() => new Response('bytes'))
  expect(await (await apiFile('/api/me/image')).text()).toBe('bytes')
  serverAnswers(() => Response.json(wrongPin, { status: 404 }))
  await expect(apiFile('/api/me/image')).rejects.toBeInstanceOf(ApiError)
  serverAnswers(() => new Response('not from us', { status: 502 }))
  await expect(apiFile('/api/me/image')).rejects.toBeInstanceOf(UnansweredError)
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

const goOffline = () => vi.stubGlobal('navigator', { onLine: false })
const broken = () => Promise.reject(new TypeError('Failed to fetch'))

test('without a network a form learns that nothing was sent, and a screen only that there is none', async () => {
  goOffline()
  serverAnswers(broken)
  await expect(api('POST', '/api/quotes', {})).rejects.toThrow(/^You are offline, so nothing was sent\./)
  await expect(api('GET', '/api/wallet')).rejects.toThrow(/^You are offline\. Connect/)
  await expect(api('POST', '/api/quotes', {})).rejects.toBeInstanceOf(UnansweredError)
})

test('a network that goes away meanwhile proves nothing about what was sent', async () => {
  serverAnswers(() => {
    goOffline()
    return broken()
  })
  await expect(api('POST', '/api/quotes', {})).rejects.toThrow(/^We could not reach Jara\./)
})

const asked = (fetched: ReturnType<typeof serverAnswers>) =>
  fetched.mock.calls.map(([path, { method }]) => `${method} ${path}`)

test('a lock that could not be sent goes before the next request, once for all that wait', async () => {
  const stored = emptyStorage()
  setPendingSignOut('lock')
  const fetched = serverAnswers(() => new Response(null, { status: 204 }))
  await Promise.all([api('GET', '/api/me'), api('GET', '/api/wallet')])
  expect(asked(fetched)).toEqual(['POST /api/lock', 'GET /api/me', 'GET /api/wallet'])
  expect(stored.size).toBe(0)
})

test('nothing is requested while the lock cannot be sent', async () => {
  emptyStorage()
  setPendingSignOut('lock')
  const fetched = serverAnswers(broken)
  await expect(api('GET', '/api/me')).rejects.toBeInstanceOf(UnansweredError)
  expect(asked(fetched)).toEqual(['POST /api/lock'])
  fetched.mockImplementation(async () => new Response(null, { status: 503 }))
  await expect(api('GET', '/api/me')).rejects.toBeInstanceOf(UnansweredError)
  expect(pendingSignOut()).toBe('lock')
})

test('a sign-out is owed more than a lock, and a session that has ended already owes nothing', async () => {
  emptyStorage()
  setPendingSignOut('sign-out')
  setPendingSignOut('lock')
  expect(pendingSignOut()).toBe('sign-out')
  const fetched = serverAnswers(() => Response.json(wrongPin, { status: 401 }))
  await expect(api('GET', '/api/me')).rejects.toBeInstanceOf(ApiError)
  expect(asked(fetched)).toEqual(['DELETE /api/sessions/current', 'GET /api/me'])
  expect(pendingSignOut()).toBeNull()
})
