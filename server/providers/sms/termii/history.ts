import { z } from 'zod'
import { exactText } from '#server/platform/text/exact-text.ts'
import { succeeded, unknown } from '#server/providers/answer.ts'
import type { FoundSms, Sms, SmsProvider } from '#server/providers/sms/sms-provider.ts'
import { type Context, international } from './api.ts'

const line = z.object({
  receiver: z.string(),
  message: z.string(),
  message_id: z.string(),
  status: z.string().nullish(),
  created_at: z.string(),
})
const lines = z.array(line)
type Line = z.infer<typeof line>

/**
 * `created_at` has no time zone, so a line counts as before an instant only if that holds in every zone Termii may
 * mean.
 */
const ZONE_MARGIN_MS = 2 * 60 * 60_000
/** Termii's words for a message that did not arrive. */
const FAILED = /fail|reject|undeliver|expired|dnd active/i

/**
 * Reads the history of all messages. It has no filter by receiver or time, and Termii documents no order or limit. So a
 * message counts as absent only if the history is empty, or is newest first and reaches back far enough.
 */
export function findSent({ api, timeouts, apiKey }: Context): SmsProvider['findSent'] {
  return async ({ since, ...sms }) => {
    const query = { api_key: apiKey }
    const request = { method: 'GET', path: '/api/sms/inbox', query, timeoutMs: timeouts.listMs } as const
    const reply = await api('history', request)
    if (reply.kind === 'unanswered') return unknown(reply.cause)
    const read = lines.safeParse(reply.body)
    if (reply.status !== 200 || !read.success) return unknown(`http ${reply.status} without a history`)
    const own = read.data.find((each) => isOf(each, sms))
    if (own !== undefined) return foundAs(own)
    return reachesBack(read.data, since) ? succeeded(null) : unknown('a history that does not reach back far enough')
  }
}

function isOf({ receiver, message }: Line, sms: Sms): boolean {
  return receiver.replace(/^\+/, '') === international(sms.to) && message.trim() === sms.text.trim()
}

function foundAs({ message_id, status }: Line): Awaited<ReturnType<SmsProvider['findSent']>> {
  const messageId = exactText(message_id)
  if (messageId === null) return unknown('a message without a readable id')
  return succeeded<FoundSms>({ messageId, isFailed: FAILED.test(status ?? '') })
}

function reachesBack(found: readonly Line[], since: Date): boolean {
  const [newest, oldest] = [found[0], found.at(-1)]
  if (newest === undefined || oldest === undefined) return true
  return newest.created_at >= oldest.created_at && isBefore(oldest, since)
}

function isBefore({ created_at }: Line, since: Date): boolean {
  const at = Date.parse(`${created_at.trim().replace(' ', 'T')}Z`)
  return at < since.getTime() - ZONE_MARGIN_MS
}
