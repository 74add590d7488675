import type { Simulation } from './simulation.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Long enough for every retry, every later check, and every message to a person. */
const STRETCHES = [
  ...Array(20).fill(1_000),
  ...Array(20).fill(30_000),
  ...Array(26).fill(5 * MINUTE_MS),
  ...Array(4).fill(HOUR_MS),
  ...Array(3).fill(8 * HOUR_MS),
  ...Array(3).fill(25 * HOUR_MS),
]

/** Brings the outside world to rest: all connections work, everything is decided, and time passes. */
export function calmDown({ outside, chance }: Simulation): void {
  const { world } = outside
  outside.network.calm()
  world.state.faults = []
  world.state.bankOpen.clear()
  for (const { status, plan, reference } of world.state.transfers.values()) {
    if ((status === 'pending' || status === 'otp') && plan.length === 0)
      outside.decideTransfer(reference, chance.oneOf(['success', 'failed']))
  }
  for (const { status, plan, requestId } of world.state.deliveries.values()) {
    if (status === 'pending' && plan.length === 0)
      outside.decideDelivery(requestId, chance.oneOf(['delivered', 'failed']))
  }
}

export async function waitForTheEnd(simulation: Simulation, pass: (ms: number) => Promise<void>): Promise<void> {
  for (const ms of STRETCHES) {
    await pass(ms)
    // Requests still in transit may have arrived only now.
    calmDown(simulation)
  }
}
