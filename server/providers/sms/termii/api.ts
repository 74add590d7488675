import {
  type ConnectionOptions,
  connectProvider,
  type HttpAnswer,
  type ProviderContext,
  type Unanswered,
  unanswered,
} from '#server/providers/provider-http.ts'

/** How long each kind of call may take from start to last byte. A person may wait for the SMS with a code. */
const TIMEOUTS = { sendMs: 15_000, listMs: 20_000 } as const
type Timeouts = { readonly [Name in keyof typeof TIMEOUTS]: number }

export type TermiiConnection = ConnectionOptions<Timeouts>
/** The key travels in a body or a query, never in a header, a log line or an error: only the calls themselves hold it. */
export type Context = ProviderContext<Reply, Timeouts> & { readonly apiKey: string; readonly senderId: string }

/** An answer from Termii itself, to be parsed by each call. */
export type Reply = { readonly kind: 'answered'; readonly status: number; readonly body: unknown }

export function connectTermii({ apiKey, senderId, ...options }: TermiiConnection & Keys) {
  const connection = connectProvider<Reply, Timeouts>(options, {
    provider: 'termii',
    keyHeaders: () => ({}),
    timeouts: TIMEOUTS,
    read: readReply,
    describe: ({ status }) => ({ level: 'info', message: 'provider answered', facts: { status } }),
  })
  return { ...connection, context: { ...connection.context, apiKey, senderId } }
}

type Keys = { readonly apiKey: string; readonly senderId: string }

/** A rate limit or a server error says nothing about the message. */
function readReply({ status, body }: HttpAnswer): Reply | Unanswered {
  if (status >= 500 || status === 429) return unanswered(`http ${status}`)
  return { kind: 'answered', status, body }
}

/** A Nigerian mobile number in Termii's format: `2348031234567`. */
export function international(phone: string): string {
  return `234${phone.slice(1)}`
}
