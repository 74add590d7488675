import { SANDBOX_TERMII_ACCOUNT, type TermiiAccount } from '#sandbox/termii/keys.ts'
import { SANDBOX_VTPASS_KEYS, type VtpassKeys } from '#sandbox/vtpass/keys.ts'
import type { WorldEvent } from './events.ts'
import type { Provider } from './faults.ts'
import { forgetfulLog, openLog } from './log.ts'
import { reduce } from './reduce.ts'
import { emptyState, type State } from './state.ts'

/** The key this world accepts and signs with by default. Public on purpose. */
export const SANDBOX_PAYSTACK_KEY = 'sk_test_jara_sandbox_world'

/** Ids begin above what fits in 32 bits, as the real ones do. */
const FIRST_ID = 4_000_000_000
/** Paystack's default limit for every business. */
const DEDICATED_ACCOUNTS_MAX = 1_000
const CODE_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'
const CODE_LENGTH = 15

export type WorldOptions = {
  readonly clock: { now(): Date }
  readonly randomBytes: (count: number) => Uint8Array
  /** Where the truth log is; null keeps the world in memory only. */
  readonly stateFile: string | null
  /** Where Paystack's webhooks go; null sends none. */
  readonly webhookUrl: string | null
  /** Where VTpass's callbacks go; null or omitted: none are sent. */
  readonly vtpassCallbackUrl?: string | null
  /** The app's origin, whose links in emails can be followed; null or omitted: none. */
  readonly appUrl?: string | null
  /** The API key that callers present and webhooks are signed with: at Paystack they are the same. */
  readonly secretKey?: string
  /** The keys that callers of VTpass present. */
  readonly vtpassKeys?: VtpassKeys
  /** The key that callers of Termii present, and their sender. */
  readonly termii?: TermiiAccount
  /** Calls each integration may make in 60 seconds. Far above the real 100, so that tests can be quick. */
  readonly callsPerMinute?: number
  /** How many customers may have an account number of their own. */
  readonly dedicatedAccountsMax?: number
}

/** What a fact looks like before the world stamps it with the time. */
export type Untimed<F extends WorldEvent = WorldEvent> = F extends WorldEvent
  ? Omit<F, 'at'> & { readonly at?: string }
  : never

export type World = {
  readonly state: State
  readonly secretKey: string
  readonly vtpassKeys: VtpassKeys
  readonly termii: TermiiAccount
  readonly callbackUrls: Readonly<Record<Provider, string | null>>
  readonly appUrl: string | null
  readonly callsPerMinute: number
  readonly dedicatedAccountsMax: number
  now(): Date
  /** The next number for an id; ids are never reused, even after a restart. */
  nextId(): number
  /** A random code such as `CUS_k3j5…`. */
  newCode(prefix: string): string
  /** Random decimal digits. */
  newDigits(count: number): string
  /** Makes facts true: on disk first, then in memory. */
  record(facts: readonly Untimed[]): void
  close(): void
}

/** Opens a world, replaying its truth log when it has one. */
export function createWorld(options: WorldOptions): World {
  const state = emptyState()
  const log = options.stateFile === null ? forgetfulLog : openLog(options.stateFile, (fact) => reduce(state, fact))
  let lastId = Math.max(state.lastId, FIRST_ID)
  return {
    state,
    secretKey: options.secretKey ?? SANDBOX_PAYSTACK_KEY,
    vtpassKeys: options.vtpassKeys ?? SANDBOX_VTPASS_KEYS,
    termii: options.termii ?? SANDBOX_TERMII_ACCOUNT,
    callbackUrls: { paystack: options.webhookUrl, vtpass: options.vtpassCallbackUrl ?? null },
    appUrl: options.appUrl ?? null,
    callsPerMinute: options.callsPerMinute ?? 100_000,
    dedicatedAccountsMax: options.dedicatedAccountsMax ?? DEDICATED_ACCOUNTS_MAX,
    now: () => options.clock.now(),
    nextId: () => ++lastId,
    newCode: (prefix) =>
      `${prefix}_${Array.from(options.randomBytes(CODE_LENGTH), (byte) => CODE_ALPHABET.charAt(byte & 31)).join('')}`,
    newDigits: (count) => Array.from(options.randomBytes(count), (byte) => String(byte % 10)).join(''),
    record: (untimed) => {
      const at = options.clock.now().toISOString()
      const facts = untimed.map((fact): WorldEvent => ({ ...fact, at: fact.at ?? at }))
      log.append(facts)
      for (const fact of facts) reduce(state, fact)
    },
    close: () => log.close(),
  }
}
