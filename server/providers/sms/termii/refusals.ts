import type { SmsRefusal } from '#server/providers/sms/sms-provider.ts'

type RefusalRow = { readonly statuses: readonly number[]; readonly message: RegExp; readonly refusal: SmsRefusal }

/**
 * The closed list: answers that prove that nothing was sent. Termii documents the statuses and some messages; those
 * marked in sandbox/termii/contract/SOURCES.md come from public code. Any other answer is `unknown`: the history is
 * checked before the message is sent again.
 */
const REFUSALS: readonly RefusalRow[] = [
  { statuses: [401, 403], message: /(?:)/, refusal: 'not-permitted' },
  { statuses: [400, 404, 422], message: /applicationsenderid not found|invalid sender id/i, refusal: 'bad-sender' },
  { statuses: [400, 402, 422], message: /insufficient (?:balance|funds)/i, refusal: 'float-low' },
  { statuses: [400, 422], message: /account is not active|not set up on this route/i, refusal: 'not-permitted' },
  { statuses: [400, 422], message: /invalid (?:phone|number|recipient|destination)/i, refusal: 'bad-number' },
]

/** The matching refusal of the closed list; null: it is unknown whether a message was sent. */
export function smsRefusal(status: number, message: string): SmsRefusal | null {
  return REFUSALS.find((row) => row.statuses.includes(status) && row.message.test(message))?.refusal ?? null
}
