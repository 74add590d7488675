import { TOUCH_HEADER } from '#contract/constants.ts'
import type { ErrorBody, ErrorCode } from '#contract/errors.ts'
import { monotonicNow, serverNow, setByAnswer } from './clock.ts'
import { isOnline, noticeAnswer, noticeSilence } from './online.ts'
import { clearPendingSignOut, type PendingSignOut, pendingSignOut } from './pending-sign-out.ts'
import { timeLimit } from './time-limit.ts'
import { restoreTouch, settleTouch, takeTouchHeaders } from './touches.ts'

const TIMEOUT_MS = 20_000

/** The server refused, and its answer proves what happened. `message` is the sentence to show. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  readonly retryAfterS: number | null
  readonly triesLeft: number | null
  /** Finds the line in the server's log; worth giving to support. */
  readonly id: string

  constructor(status: number, { error }: ErrorBody) {
    super(error.message)
    this.code = error.code
    this.status = status
    this.fields = error.fields ?? {}
    this.retryAfterS = error.retryAfterS ?? null
    this.triesLeft = error.triesLeft ?? null
    this.id = error.id
  }
}

/**
 * No readable answer came: no connection, a timeout, or something between us and the server answered in its place.
 * Whether the request had an effect is not known, so the caller decides what may truthfully be said.
 */
export class UnansweredError extends Error {
  override readonly name = 'UnansweredError'

  constructor(cause?: unknown, message = 'We could not reach Jara. Check your connection and try again.') {
    super(message, { cause })
  }
}

/** The browser has no network, and had none when it was asked to send. */
const OFFLINE = {
  reading: 'You are offline. Connect to the internet, then try again.',
  sending: 'You are offline, so nothing was sent. Connect to the internet, then try again.',
} as const

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

let answeredAt: number | null = null

/** When the server answered this page last, by its own clock, ms; null while it has not. */
export function lastAnswerAt(): number | null {
  return answeredAt
}

/**
 * Calls the server and returns its JSON, or undefined for 204. A file body is sent as it is, anything else as JSON.
 * `pass` identifies a visitor without a session.
 *
 * @throws ApiError when the server refuses
 * @throws UnansweredError when no readable answer comes
 */
export function api<Answer>(
  method: Method,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  pass?: string,
): Promise<Answer> {
  return trackReachability(ask(method, path, body, signal, pass))
}

async function ask<Answer>(
  method: Method,
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
  pass: string | undefined,
): Promise<Answer> {
  await sendPendingSignOut(method)
  const response = await request(method, path, body, signal, pass)
  const answer = await readJson(response)
  answeredAt = serverNow()
  if (response.ok) return answer
  if (isErrorBody(answer)) throw new ApiError(response.status, answer)
  throw new UnansweredError(`status ${response.status} without an error body`)
}

/**
 * Reads a file from the server.
 *
 * @throws ApiError, UnansweredError as api does
 */
export function apiFile(path: string, signal?: AbortSignal): Promise<Blob> {
  return trackReachability(askFile(path, signal))
}

async function askFile(path: string, signal: AbortSignal | undefined): Promise<Blob> {
  const response = await request('GET', path, undefined, signal)
  if (response.ok) return await response.blob().catch(unanswered)
  const answer: unknown = await readJson(response)
  if (isErrorBody(answer)) throw new ApiError(response.status, answer)
  throw new UnansweredError(`status ${response.status} without an error body`)
}

/** Records whether Jara answered. A cancelled request does not count. */
async function trackReachability<Answer>(asking: Promise<Answer>): Promise<Answer> {
  try {
    const answer = await asking
    noticeAnswer()
    return answer
  } catch (error) {
    if (error instanceof ApiError) noticeAnswer()
    if (error instanceof UnansweredError) noticeSilence()
    throw error
  }
}

function unanswered(cause: unknown): never {
  throw new UnansweredError(cause)
}

async function request(
  method: Method,
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
  pass?: string,
): Promise<Response> {
  const offline = !isOnline()
  const touch = takeTouchHeaders()
  const sentAt = monotonicNow()
  try {
    const response = await fetch(path, {
      method,
      signal: timeLimit(TIMEOUT_MS, signal),
      headers: {
        ...touch,
        ...(body === undefined ? {} : { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
        ...(pass === undefined ? {} : { authorization: `Bearer ${pass}` }),
      },
      body: body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body),
    })
    setByAnswer(response.headers, sentAt)
    if (TOUCH_HEADER in touch) settleTouch(response)
    return response
  } catch (cause) {
    if (TOUCH_HEADER in touch) restoreTouch()
    if (signal?.aborted) throw cause
    throw offline && !isOnline() ? offlineError(method, cause) : new UnansweredError(cause)
  }
}

const SESSION_ENDS: Record<PendingSignOut, readonly [Method, string]> = {
  lock: ['POST', '/api/lock'],
  'sign-out': ['DELETE', '/api/sessions/current'],
}
let sending: Promise<void> | null = null

/** Sends a lock or sign-out that the server does not know of before any other request, once. */
async function sendPendingSignOut(method: Method): Promise<void> {
  if (pendingSignOut() === null) return
  sending ??= tellSessionEnd().finally(() => {
    sending = null
  })
  try {
    await sending
  } catch (cause) {
    throw isOnline() ? cause : offlineError(method, cause)
  }
}

function offlineError(method: Method, cause: unknown): UnansweredError {
  return new UnansweredError(cause, OFFLINE[method === 'GET' ? 'reading' : 'sending'])
}

async function tellSessionEnd(): Promise<void> {
  const what = pendingSignOut()
  if (what === null) return
  const [method, path] = SESSION_ENDS[what]
  const { status } = await request(method, path, undefined, undefined)
  // A refusal counts as delivered: then there is no open session to end.
  if (status >= 500 || status === 429) throw new UnansweredError(`status ${status}`)
  clearPendingSignOut()
}

async function readJson(response: Response) {
  if (response.status === 204) return undefined
  try {
    return await response.json()
  } catch (cause) {
    throw new UnansweredError(cause)
  }
}

function isErrorBody(answer: unknown): answer is ErrorBody {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return false
  const { error } = answer
  return typeof error === 'object' && error !== null && 'code' in error && 'message' in error
}

/** True when the server refused with this code. */
export function isRefusal(error: unknown, ...codes: ErrorCode[]): error is ApiError {
  return error instanceof ApiError && codes.includes(error.code)
}

/** The sentence to show for anything thrown while talking to the server. */
export function messageOf(error: unknown): string {
  if (error instanceof Error && error.message !== '') return error.message
  return 'Something went wrong in the app. Please try again.'
}
