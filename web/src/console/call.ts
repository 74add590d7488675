import { TOUCH_HEADER } from '#contract/constants.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { ApiError, UnansweredError } from '#web/lib/api.ts'
import { monotonicNow, setByAnswer } from '#web/lib/clock.ts'
import { timeLimit } from '#web/lib/time-limit.ts'
import { restoreTouch, takeTouchHeaders } from '#web/lib/touches.ts'

const TIMEOUT_MS = 20_000

type Method = 'GET' | 'POST' | 'DELETE'

/**
 * Calls the server for the console and returns its JSON, or undefined for 204. A file body is sent as it is. The app's
 * own `api` is not used: it first sends a customer's pending lock or sign-out.
 *
 * @throws ApiError when the server refuses
 * @throws UnansweredError when no readable answer comes
 */
export async function call<Answer>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await send(method, path, body, signal)
  return response.status === 204 ? (undefined as Answer) : await readJson<Answer>(response)
}

/**
 * Reads a file.
 *
 * @throws ApiError, UnansweredError as call does
 */
export async function readFile(path: string, signal?: AbortSignal): Promise<Blob> {
  return await (await send('GET', path, undefined, signal)).blob()
}

/**
 * Requests a generated file. Returns it with its name.
 *
 * @throws ApiError, UnansweredError as call does
 */
export async function callForFile(path: string, body: unknown): Promise<{ blob: Blob; name: string }> {
  const response = await send('POST', path, body)
  const [, name = 'file'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return { blob: await response.blob(), name }
}

async function send(method: Method, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const touch = takeTouchHeaders()
  const sentAt = monotonicNow()
  let response: Response
  try {
    response = await fetch(path, {
      method,
      signal: timeLimit(TIMEOUT_MS, signal),
      headers: {
        ...touch,
        ...(body === undefined ? {} : { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
      },
      body: body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body),
    })
  } catch (cause) {
    if (TOUCH_HEADER in touch) restoreTouch()
    if (signal?.aborted) throw cause
    throw new UnansweredError(cause, 'There was no answer. Check your connection and try again.')
  }
  setByAnswer(response.headers, sentAt)
  if (response.ok) return response
  throw new ApiError(response.status, await readJson<ErrorBody>(response))
}

async function readJson<Answer>(response: Response): Promise<Answer> {
  try {
    return await response.json()
  } catch (cause) {
    throw new UnansweredError(cause)
  }
}
