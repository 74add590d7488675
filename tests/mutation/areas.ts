import { approval } from './approval.ts'
import { deposits } from './deposits.ts'
import { lateReversals } from './late-reversals.ts'
import { ledger } from './ledger.ts'
import { machine } from './machine.ts'
import type { Mutant } from './mutant.ts'
import { orders } from './orders.ts'
import { queue } from './queue.ts'
import { schema } from './schema.ts'
import { sending } from './sending.ts'
import { stops } from './stops.ts'
import { words } from './words.ts'

/** Every mutant, by area. */
export const AREAS: Readonly<Record<string, readonly Mutant[]>> = {
  schema,
  ledger,
  machine,
  words,
  orders,
  sending,
  queue,
  deposits,
  'late-reversals': lateReversals,
  stops,
  approval,
}
