import type { QueuedMessage } from './facts.ts'
import type { Provider } from './faults.ts'
import { peekFault } from './take-fault.ts'
import type { Untimed, World } from './world.ts'

const LATE_MS = 30_000
/** A message that waits for a later one waits no longer than this. */
const OUT_OF_ORDER_MS = 5_000

/** A message to the app: what it is about, and its exact bytes. */
export type Told = { readonly event: string; readonly body: string }

/** What to tell, and what a liar would tell instead. */
type Announcement = { readonly provider: Provider; readonly told: Told; readonly lie: Told }

/** The facts that put one message on its way, bent by the next webhook fault of its provider if one is switched on. */
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
    case 'forged':
      return [...used, queued({ ...lie, genuine: false }), queued()]
    case 'lying':
      return [...used, queued(lie)]
    default:
      return [queued()]
  }
}
