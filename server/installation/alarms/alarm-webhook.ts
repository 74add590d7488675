import { createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import type { Deps } from '#server/deps.ts'
import type { AlarmNotice } from '#server/outbox/emails/email-kinds.ts'
import { enqueue } from '#server/outbox/jobs/jobs.ts'
import type { AlarmWebhook } from '#server/platform/config/alarms.ts'
import { isPublicAddress, lookupAmong } from '#server/platform/config/link-check.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { type Claim, inFence, TRIES_BEFORE_GIVEN_UP } from '#server/platform/jobs/queue.ts'
import type { JobResult } from '#server/platform/jobs/worker.ts'

const TIMEOUT_MS = 10_000
const PAUSE_MIN_MS = 2_000
const PAUSE_MAX_MS = 15 * 60_000
const GIVEN_UP_AFTER_MS = 24 * 60 * 60_000

/** Queues a webhook in the transaction that makes it necessary. */
export async function queueAlarmWebhook(tx: Transaction, deps: Deps, notice: AlarmNotice): Promise<void> {
  const id = deps.newId('alw')
  const now = deps.clock.now()
  const { publicUrl, mode } = deps.config
  const body = JSON.stringify({ id, installation: publicUrl, mode, ...notice })
  await tx.query('insert into alarm_webhooks (id, body, created_at) values ($1, $2, $3)', [id, body, now])
  await enqueue(tx, { kind: 'alarm-webhook', subjectId: id, userId: null, dueAt: now, now })
}

/** Sends one webhook, or retries at growing intervals for a day. */
export async function sendAlarmWebhook(deps: Deps, claim: Claim): Promise<JobResult> {
  const id = claim.subjectId
  const [row] = await deps.database.query<{ body: string; createdAt: Date }>(
    'select body, created_at as "createdAt" from alarm_webhooks where id = $1',
    [id],
  )
  if (row === undefined) return 'done'
  const { webhook } = deps.config.alarms
  const failure = webhook === null ? null : await postSigned(deps, webhook, row.body)
  const now = deps.clock.now()
  if (failure !== null) {
    const ageMs = now.getTime() - row.createdAt.getTime()
    const givenUp = ageMs > GIVEN_UP_AFTER_MS && claim.attempts >= TRIES_BEFORE_GIVEN_UP
    deps.log.warn({ webhook: id, cause: failure, givenUp }, 'an alarm webhook was not accepted')
    if (!givenUp) {
      return {
        dueAt: new Date(now.getTime() + Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** Math.min(claim.attempts, 12))),
      }
    }
  }
  await inFence(deps.database, claim, (tx) => tx.query('delete from alarm_webhooks where id = $1', [id]))
  return 'done'
}

/**
 * Posts a body with `jara-signature: t=…,v1=…`: seconds since 1970, and the HMAC-SHA-256 of time, a full stop and the
 * body under the secret, in hexadecimal. In live mode only to a public address, checked for the one actually connected
 * to; no redirect is followed. Returns null when accepted (2xx), otherwise why not, never naming the address, which may
 * hold a key.
 */
async function postSigned(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { url, secret }: AlarmWebhook,
  body: string,
): Promise<string | null> {
  const address = new URL(url)
  const mayAsk = config.mode === 'live' ? isPublicAddress : () => true
  const host = address.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !mayAsk(host)) return 'not a public address'
  const seconds = Math.floor(clock.now().getTime() / 1_000)
  const { request } = address.protocol === 'https:' ? https : http
  return await new Promise((resolve) => {
    const options = {
      method: 'POST',
      agent: false,
      lookup: lookupAmong(mayAsk),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'jara',
        'jara-signature': `t=${seconds},v1=${signatureOf(secret, seconds, body)}`,
      },
    } as const
    const sending = request(address, options, ({ statusCode = 0 }) => {
      resolve(statusCode >= 200 && statusCode < 300 ? null : `http ${statusCode}`)
      sending.destroy()
    })
    sending.on('error', (error) => resolve(causeOf(error)))
    sending.end(body)
  })
}

function signatureOf(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
}

/** Only a code: messages name hosts and paths. */
function causeOf(error: Error): string {
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return `no answer within ${TIMEOUT_MS} ms`
  return 'code' in error && typeof error.code === 'string' ? error.code : 'the request failed'
}
