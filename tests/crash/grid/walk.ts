import { DAY_MS } from '#contract/time.ts'
import { scheduleRecurringJobs } from '#server/job-handlers.ts'
import { vtpassBills } from '#server/providers/bills/vtpass/adapter.ts'
import { paystackPayments } from '#server/providers/payments/paystack/adapter.ts'
import { configureProviders } from '#server/providers/registry.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { Died, type Life, lifeUntil, mortalProcess } from '#tests/support/mortal.ts'
import type { Case, Column, Scene } from './column.ts'

const PROVIDER_TIMEOUT_MS = 10_000
const MINUTE_MS = 60_000
/** The clock's jumps: past timeouts, leases, validation, three checks in half an hour, and the later checks. */
const JUMPS_MS = [
  ...[1_000, 4_000, 16_000, MINUTE_MS],
  ...Array.from({ length: 5 }, () => 11 * MINUTE_MS),
  ...Array.from({ length: 8 }, () => 61 * MINUTE_MS),
]
/** Far enough from the previous cell that nothing of it matters. */
const BETWEEN_CELLS_MS = 73 * 60 * MINUTE_MS
/** Noon in Lagos: no cell lasts until midnight, when a purchase's reference expires. */
const NOON_MS = 11 * 60 * MINUTE_MS

/** A cell's outcome: the named step at which it died, empty if the process lived to the end. */
export type Outcome = { readonly step: string; readonly wrong: readonly string[] }

/**
 * One cell: a process does everything until its life ends; a new one continues on the same database; person and
 * provider repeat what was not answered. Afterwards everything must be as if nothing had died.
 */
export async function walkCell(column: Column, scene: Scene, life: Life): Promise<Outcome> {
  const { jara } = scene
  const day = Math.ceil((jara.clock.now().getTime() + BETWEEN_CELLS_MS) / DAY_MS)
  jara.clock.set(new Date(day * DAY_MS + (column.beginsAtMs ?? NOON_MS)))
  const cell = await column.open(scene)
  for (const fault of scene.answer.faults) {
    const id = `flt_${jara.world.nextId()}`
    jara.world.record([{ type: 'fault.set', fault: { provider: 'paystack', count: 1, ...fault, id } as never }])
  }
  await live(jara, column, cell, life)
  const step = life.isDead() ? await cell.step(life.points) : ''
  if (life.isDead()) {
    await scheduleRecurringJobs(jara.database, jara.clock.now())
    await live(jara, column, cell, lifeUntil(Number.POSITIVE_INFINITY))
  }
  const wrong = await cell.wrong()
  await tidyUp(jara)
  return { step, wrong }
}

async function live(jara: TestJara, column: Column, cell: Case, life: Life): Promise<void> {
  await jara.database.query('delete from jobs where kind = any($1::text[])', [[...column.idleWork]])
  const { deps, worker } = mortalProcess(freshProviders(jara), life)
  try {
    await cell.begin(deps)
    for (const jumpMs of column.jumpsMs ?? JUMPS_MS) {
      await worker.runDue()
      if (life.isDead()) return
      await cell.outside(0)
      if (await cell.isAtRest()) return
      jara.clock.advance(jumpMs)
      await cell.outside(jumpMs)
    }
  } catch (error) {
    if (!(error instanceof Died)) throw error
  }
}

/** A process's knowledge of its providers dies with it. */
function freshProviders({ deps, makeExchange }: TestJara): TestJara['deps'] {
  const { config, clock, log } = deps
  const [readMs, listMs, writeMs, sendMs] = Array.from({ length: 4 }, () => PROVIDER_TIMEOUT_MS)
  const timeouts = { readMs, listMs, writeMs, sendMs } as Record<'readMs' | 'listMs' | 'writeMs' | 'sendMs', number>
  return {
    ...deps,
    providers: configureProviders({
      payments: [paystackPayments({ ...config.paystack, mode: config.mode, clock, log, timeouts, makeExchange })],
      bills: [vtpassBills({ ...config.vtpass, clock, log, timeouts, makeExchange })],
    }),
  }
}

/** Removes checks, faults and messages that would disturb the next cell. */
async function tidyUp({ database, world }: TestJara): Promise<void> {
  await database.query('delete from jobs')
  world.record([{ type: 'world.reset', everything: false }])
  world.state.messages.clear()
}
