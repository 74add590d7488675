import { smsPartsOf } from '#contract/gsm7.ts'
import type { Call, Endpoint } from '#sandbox/endpoint.ts'
import type { SandboxSms } from '#sandbox/events.ts'
import type { TermiiOperation } from '#sandbox/faults.ts'
import type { Answer } from '#sandbox/transport.ts'
import { textOf } from '#sandbox/unchecked.ts'
import type { World } from '#sandbox/world.ts'

const NUMBER = /^234[789]\d{9}$/
const CHANNELS = new Set(['dnd', 'generic'])
/** Of Termii's own number the first digits are ours from the counter, so that no two are the same. */
const ID_RANDOM_DIGITS = 12
const BALANCE_NAIRA = 100_000

export function sendEndpoints(world: World): Endpoint<TermiiOperation>[] {
  return [{ method: 'POST', path: '/sms/send', operation: 'send', handle: (call) => send(world, call) }]
}

function send(world: World, call: Call): Answer {
  const { body, fault } = call
  const [to, from, text] = [textOf(body, 'to'), textOf(body, 'from'), textOf(body, 'sms')]
  if (to === null || from === null || text === null || body.type !== 'plain' || !CHANNELS.has(String(body.channel)))
    return refusal(422, 'The given data was invalid.')
  if (from !== world.termii.senderId)
    return refusal(404, `ApplicationSenderId not found for applicationId: 1 and senderName: ${from}`)
  if (!NUMBER.test(to)) return refusal(400, 'Invalid phone number')
  if (fault?.fault === 'refuse') return refusal(400, 'Insufficient balance')
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

/** Termii's refusals say a sentence and repeat the HTTP status. */
export function refusal(http: number, message: string): Answer {
  return { http, body: { code: http, message } }
}
