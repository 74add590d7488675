import type { ErrorBody, ErrorCode } from '#contract/errors.ts'

const TIMEOUT_MS = 20_000

/** The server said no, and the answer proves what happened. `message` is the sentence to show. */
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

  constructor(cause?: unknown) {
    super('We could not reach Jara. Check your connection and try again.', { cause })
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Calls the server and answers its JSON, or undefined for 204.
 *
 * @throws ApiError when the server refuses
 * @throws UnansweredError when no readable answer comes
 */
export async function api<Answer>(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<Answer> {
  const response = await request(method, path, body, signal)
  const answer = await readJson(response)
  if (response.ok) return answer
  if (isErrorBody(answer)) throw new ApiError(response.status, answer)
  throw new UnansweredError(`status ${response.status} without an error body`)
}

async function request(
  method: Method,
  path: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  try {
    return await fetch(path, {
      method,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    })
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new UnansweredError(cause)
  }
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
