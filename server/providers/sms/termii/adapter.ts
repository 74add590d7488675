import type { SmsProvider } from '#server/providers/sms/sms-provider.ts'
import { connectTermii, type TermiiConnection } from './api.ts'
import { findSent } from './history.ts'
import { send } from './send.ts'

export type TermiiOptions = TermiiConnection & {
  readonly apiKey: string
  /** The name people see as the sender, approved by Termii: 3 to 11 letters and digits. */
  readonly senderId: string
}

/** Termii as a provider of text messages. Sandbox and live differ only in address, key and sender. */
export function termiiSms(options: TermiiOptions): SmsProvider {
  const { context, sending, available } = connectTermii(options)
  return { name: 'termii', available, send: send(context, sending), findSent: findSent(context) }
}
