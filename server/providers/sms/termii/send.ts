import { z } from 'zod'
import { assert } from '#server/platform/errors.ts'
import { exactText } from '#server/platform/text/exact-text.ts'
import { cleanLine, DESCRIPTION_MAX_LENGTH } from '#server/platform/text/sanitize-line.ts'
import { succeeded, unknown } from '#server/providers/answer.ts'
import type { Breaker } from '#server/providers/breaker.ts'
import type { SmsProvider } from '#server/providers/sms/sms-provider.ts'
import { type Context, international } from './api.ts'
import { smsRefusal } from './refusals.ts'

/** `message_id` has 20 digits or more: as a JSON number it would be inexact and is not accepted. */
const accepted = z.object({ code: z.literal('ok'), message_id: z.string() })
/** Older answers repeat the id in a list under `message`. */
const refused = z.object({ message: z.unknown() })

/** Sends the one POST of a message, on the route that reaches numbers under Do-Not-Disturb. */
export function send(context: Context, sending: Breaker): SmsProvider['send'] {
  const { api, timeouts, apiKey, senderId } = context
  return async ({ to, text }) => {
    assert(/^0\d{10}$/.test(to), 'a phone number that is not 11 digits')
    const body = {
      api_key: apiKey,
      to: international(to),
      from: senderId,
      sms: text,
      type: 'plain',
      channel: 'dnd',
    }
    const request = { method: 'POST', path: '/api/sms/send', body, timeoutMs: timeouts.sendMs } as const
    const reply = await api('send', request, sending)
    if (reply.kind === 'unanswered') return unknown(reply.cause)
    if (reply.status >= 200 && reply.status < 300) return acceptance(reply.body)
    const said = refused.safeParse(reply.body)
    const refusal = smsRefusal(reply.status, said.success ? String(said.data.message) : '')
    if (refusal === null) return unknown(`http ${reply.status}, a refusal outside the closed list`)
    return { outcome: 'declined', reason: refusal, message: cleanLine(refusal, DESCRIPTION_MAX_LENGTH) }
  }
}

function acceptance(body: unknown): Awaited<ReturnType<SmsProvider['send']>> {
  const read = accepted.safeParse(body)
  const messageId = read.success ? exactText(read.data.message_id) : null
  return messageId === null ? unknown('an answer without a message id') : succeeded({ messageId })
}
