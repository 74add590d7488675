import http from 'node:http'
import https from 'node:https'
import type { Deps } from '#server/deps.ts'
import { isPublicAddress, lookupAmong } from '#server/platform/config/link-check.ts'
import { isPushService } from './push-service.ts'
import type { PushRequest } from './web-push.ts'

const TIMEOUT_MS = 10_000

/** A push service's response. Its body is not read. */
export type PushAnswer =
  | {
      readonly kind: 'answered'
      readonly status: number
      /** How long it asks us to wait, ms; null if it does not say. */
      readonly retryAfterMs: number | null
    }
  /** `cause` is in our own words: never a host, a path or a content. */
  | { readonly kind: 'unanswered'; readonly cause: string }

/**
 * Posts once, to a known push service only. Outside the sandbox world it must have a public address, checked for the
 * one actually connected to. No redirect is followed. Never throws.
 */
export async function postPush(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { endpoint, headers, body }: PushRequest,
): Promise<PushAnswer> {
  if (!isPushService(endpoint, config.sandboxUrl)) return { kind: 'unanswered', cause: 'not a push service' }
  const address = new URL(endpoint)
  const { request } = address.protocol === 'https:' ? https : http
  const lookup = address.origin === config.sandboxUrl ? {} : { lookup: lookupAmong(isPublicAddress) }
  return await new Promise((resolve) => {
    const options = {
      method: 'POST',
      agent: false,
      ...lookup,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { ...headers, 'user-agent': 'jara' },
    } as const
    try {
      const sending = request(address, options, (answer) => {
        const retryAfterMs = readRetryAfter(answer.headers['retry-after'], clock.now())
        resolve({ kind: 'answered', status: answer.statusCode ?? 0, retryAfterMs })
        sending.destroy()
      })
      sending.on('error', (error) => resolve({ kind: 'unanswered', cause: causeOf(error) }))
      sending.on('close', () => resolve({ kind: 'unanswered', cause: 'the connection closed without an answer' }))
      sending.end(body)
    } catch {
      resolve({ kind: 'unanswered', cause: 'the request could not be made' })
    }
  })
}

/** Parses seconds or a date. Null for anything else, and for a time in the past. */
export function readRetryAfter(unchecked: string | undefined, now: Date): number | null {
  if (unchecked === undefined) return null
  const ms = /^\d{1,9}$/.test(unchecked) ? Number(unchecked) * 1_000 : Date.parse(unchecked) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? ms : null
}

/** Only a code: messages name hosts and paths. */
function causeOf(error: Error): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return `no answer within ${TIMEOUT_MS} ms`
  return 'code' in error && typeof error.code === 'string' ? error.code : 'the request failed'
}
