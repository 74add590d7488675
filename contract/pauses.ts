import type { OrderKind } from './kinds/kinds.ts'
import { KIND_WORDS } from './kinds/words.ts'
import { lagosMoment } from './time.ts'

/** The reason that customers read, characters. */
export const PAUSE_REASON_MIN_LENGTH = 10
export const PAUSE_REASON_MAX_LENGTH = 300

/** What is paused: `Buying MTN airtime`. */
export function pausedWhat({ kind, serviceName }: { kind: OrderKind; serviceName: string | null }): string {
  const { all, one } = KIND_WORDS[kind].paused
  return serviceName === null ? all : one(serviceName)
}

/** A pause as everyone sees it. */
export type PauseWords = {
  readonly kind: OrderKind
  readonly serviceName: string | null
  readonly reason: string
  readonly endsAt: string
}

/** The heading above the form during a pause, shown before anybody types. */
export function pauseHeading(pause: Pick<PauseWords, 'kind' | 'serviceName'>): string {
  return `${pausedWhat(pause)} is paused for everyone.`
}

/** Below the reason: what happens to orders, and when the pause ends. */
export function pauseTail(endsAt: string): string {
  return `${PAUSE_KEEPS} The pause ends automatically on ${lagosMoment(endsAt)}, unless we set another one.`
}

/** A pause takes nothing back. */
export const PAUSE_KEEPS = 'Payments that were already approved continue.'

/** Why no such order is quoted or approved now. */
export function pauseRefusal(pause: PauseWords): string {
  return `${pauseHeading(pause)} No money has left. ${pause.reason} The pause ends automatically on ${lagosMoment(pause.endsAt)}, unless we set another one.`
}
