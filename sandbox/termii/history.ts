import type { Call, Endpoint } from '#sandbox/endpoint.ts'
import type { SandboxSms } from '#sandbox/events.ts'
import type { TermiiOperation } from '#sandbox/operations.ts'
import type { Answer } from '#sandbox/transport.ts'
import type { World } from '#sandbox/world.ts'
import { smsTo } from './sms.ts'

export function historyEndpoints(world: World): Endpoint<TermiiOperation>[] {
  return [{ method: 'GET', path: '/sms/inbox', operation: 'history', handle: (call) => history(world, call) }]
}

/** All messages, newest first, or the one named. A fault leaves out the newest; the truth does not change. */
function history(world: World, { query, fault }: Call): Answer {
  const named = (sms: SandboxSms) => query.message_id === undefined || sms.messageId === query.message_id
  const lines = smsTo(world).filter(named).map(lineOf)
  return { http: 200, body: fault?.fault === 'list-missing-line' ? lines.slice(1) : lines }
}

function lineOf({ from, to, text, parts, status, messageId, at }: SandboxSms) {
  return {
    sender: from,
    receiver: to,
    message: text,
    amount: parts ?? 1,
    reroute: 0,
    status,
    sms_type: 'plain',
    send_by: 'sender',
    media_url: null,
    message_id: messageId,
    notify_url: null,
    notify_id: null,
    created_at: at.slice(0, 19).replace('T', ' '),
  }
}
