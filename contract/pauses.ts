import type { OrderKind } from './kinds/kinds.ts'
import { lagosMoment } from './time.ts'

/** What customers read of a pause, characters. */
export const PAUSE_REASON_MIN_LENGTH = 10
export const PAUSE_REASON_MAX_LENGTH = 300

/** What is paused, as customers read it: all of a kind, or that of one bank, network or company. */
const WHAT: Readonly<Record<OrderKind, readonly [all: string, one: (service: string) => string]>> = {
  withdrawal: ['Sending to banks', (bank) => `Sending to ${bank}`],
  airtime: ['Buying airtime', (network) => `Buying ${network} airtime`],
  data: ['Buying data', (network) => `Buying ${network} data`],
  electricity: ['Paying for electricity', (company) => `Paying ${company} for electricity`],
  tv: ['Paying for TV', (company) => `Paying ${company} for TV`],
  education: ['Buying exam PINs', (exam) => `Buying ${exam} PINs`],
  bpc: ['Buying a BPC', () => 'Buying a BPC'],
}

/** What is paused: `Buying MTN airtime`. */
export function pausedWhat({ kind, serviceName }: { kind: OrderKind; serviceName: string | null }): string {
  const [all, one] = WHAT[kind]
  return serviceName === null ? all : one(serviceName)
}

/** A pause as everybody reads it. */
export type PauseWords = {
  readonly kind: OrderKind
  readonly serviceName: string | null
  readonly reason: string
  readonly endsAt: string
}

/** What stands above the form while it is paused, before anybody types. */
export function pauseHeading(pause: Pick<PauseWords, 'kind' | 'serviceName'>): string {
  return `${pausedWhat(pause)} is paused for everyone.`
}

/** Under the reason: what becomes of orders, and when it ends. */
export function pauseTail(endsAt: string): string {
  return `${PAUSE_KEEPS} The pause ends by itself on ${lagosMoment(endsAt)}, unless we set another one.`
}

/** A pause takes nothing back. */
export const PAUSE_KEEPS = 'What was approved before goes on as it is.'

/** Why nothing of it is quoted or approved now. */
export function pauseRefusal(pause: PauseWords): string {
  return `${pauseHeading(pause)} No money has left. ${pause.reason} The pause ends by itself on ${lagosMoment(pause.endsAt)}, unless we set another one.`
}
