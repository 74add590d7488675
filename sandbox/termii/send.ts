import { smsPartsOf } from '#contract/gsm7.ts'
import type { Call, Endpoint } from '#sandbox/endpoint.ts'
import type { SandboxSms } from '#sandbox/events.ts'
import type { TermiiOperation } from '#sandbox/operations.ts'
import type { Answer } from '#sandbox/transport.ts'
import { textOf } from '#sandbox/unchecked.ts'
import type { World } from '#sandbox/world.ts'

import { TERMII_REFUSALS, type TermiiRefusalName } from './refusals.ts'

const NUMBER = /^234[789]\d{9}$/
const CHANNELS = new Set(['dnd', 'generic'])
/** Random last digits of Termii's message id; its first digits come from the counter, so that no two are the same. */
const ID_RANDOM_DIGITS = 12
const BALANCE_NAIRA = 100_000

export function sendEndpoints(world: World): Endpoint<TermiiOperation>[] {
  return [{ method: 'POST', path: '/sms/send', operation: 'send', handle: (call) => send(world, call) }]
}

function send(world: World, call: Call): Answer {
  const { body, fault } = call
  const [to, from, text] = [textOf(body, 'to'), textOf(body, 'from'), textOf(body, 'sms')]
  if (to === null || from === null || text === null || body.type !== 'plain' || !CHANNELS.has(String(body.channel)))
    return refuse('sms-field-missing')
  if (from !== world.termii.senderId) return refuse('sms-sender-unknown', { sender: from })
  if (!NUMBER.test(to)) return refuse('sms-number-invalid')
  if (fault?.fault === 'refuse') return refuse('sms-balance-low')
  const accepted = Array.from({ length: fault?.fault === 'duplicate' ? 2 : 1 }, () =>
    accept(world, { to, from, text, fault }),
  )
  world.record(accepted.map((sms) => ({ type: 'sms.accepted' as const, sms })))
  return {
    http: 200,
    body: {
      message_id: accepted[0]?.messageId,
      message: 'Successfully Sent',
      balance: BALANCE_NAIRA,
      user: 'Sandbox World',
      code: 'ok',
    },
  }
}

function accept(
  world: World,
  { to, from, text, fault }: Pick<SandboxSms, 'to' | 'from' | 'text'> & Pick<Call, 'fault'>,
): SandboxSms {
  const id = world.nextId()
  return {
    id: `sms_${id}`,
    messageId: `${id}${world.newDigits(ID_RANDOM_DIGITS)}`,
    from,
    to,
    text,
    parts: smsPartsOf(text),
    status: fault?.fault === 'accept-then-fail' ? 'DND Active on Phone Number' : 'Delivered',
    at: world.now().toISOString(),
  }
}

export function refuse(name: TermiiRefusalName, filledIn: Readonly<Record<string, string>> = {}): Answer {
  const { http, message } = TERMII_REFUSALS[name]
  return refusal(
    http,
    message.replace(/\{(\w+)\}/g, (word, key) => filledIn[key] ?? word),
  )
}

/** Termii's refusals contain a sentence and repeat the HTTP status. */
export function refusal(http: number, message: string): Answer {
  return { http, body: { code: http, message } }
}
