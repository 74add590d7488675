import type { QueuedMessage } from './events.ts'
import type { LyingFault, Provider } from './faults.ts'
import { peekFault } from './take-fault.ts'
import type { Untimed, World } from './world.ts'

const LATE_MS = 30_000
/** The longest a message waits for a later one to overtake it. */
const OUT_OF_ORDER_MS = 5_000
/** A storm is 1 to 20 copies, each at a random time within this period. */
const STORM_COPIES_MAX = 20
const STORM_WITHIN_MS = 60_000
const HOUR_MS = 60 * 60_000
/** When the copies of an echo arrive, after the original. */
const ECHO_AFTER_MS: readonly number[] = [0, HOUR_MS, 13 * HOUR_MS, 8 * 24 * HOUR_MS, 400 * 24 * HOUR_MS]

/** A message to the app: what it is about, and its exact bytes. */
export type Told = { readonly event: string; readonly body: string }

/** What to send, and the false version that a lying fault sends instead. */
type Announcement = {
  readonly provider: Provider
  readonly told: Told
  readonly lie: (kind: LyingFault) => Told
}

/** The facts that queue one message, altered by its provider's next webhook fault if one is switched on. */
export function announce(world: World, { provider, told, lie }: Announcement): Untimed[] {
  if (world.callbackUrls[provider] === null) return []
  const fault = peekFault(world, provider, 'webhook')
  const used: Untimed[] = fault === null ? [] : [{ type: 'fault.used', id: fault.id }]
  const nowMs = world.now().getTime()
  const queued = (change: Partial<QueuedMessage> = {}): Untimed => ({
    type: 'message.queued',
    message: {
      id: `msg_${world.nextId()}`,
      provider,
      ...told,
      genuine: true,
      dueAtMs: nowMs,
      afterNext: false,
      ...change,
    },
  })
  switch (fault?.fault) {
    case 'lost':
      return used
    case 'duplicate':
      return [...used, queued(), queued()]
    case 'late':
      return [...used, queued({ dueAtMs: nowMs + (fault.delayMs ?? LATE_MS) })]
    case 'out-of-order':
      return [...used, queued({ dueAtMs: nowMs + (fault.delayMs ?? OUT_OF_ORDER_MS), afterNext: true })]
    case 'storm': {
      const withinMs = fault.delayMs ?? STORM_WITHIN_MS
      const copies = 1 + Math.floor(share(world) * STORM_COPIES_MAX)
      const dueAt = () => nowMs + Math.floor(share(world) * withinMs)
      return [...used, ...Array.from({ length: copies }, () => queued({ dueAtMs: dueAt() }))]
    }
    case 'echo':
      return [...used, ...ECHO_AFTER_MS.map((afterMs) => queued({ dueAtMs: nowMs + afterMs }))]
    case 'forged':
      return [...used, queued({ ...lie('lying'), genuine: false }), queued()]
    case 'lying':
    case 'lying-customer':
    case 'lying-currency':
      return [...used, queued(lie(fault.fault))]
    case 'no-signature':
    case 'cut-signature':
    case 'upper-case-signature':
    case 'other-algorithm':
    case 'other-bytes':
      return [...used, queued({ genuine: false, signature: fault.fault })]
    default:
      return [queued()]
  }
}

/** A random fraction, from 0 to just below 1. */
function share(world: World): number {
  return Number(`0.${world.newDigits(6)}`)
}
