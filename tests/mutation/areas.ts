import { alerts } from './alerts.ts'
import { approval } from './approval.ts'
import { console } from './console.ts'
import { deposits } from './deposits.ts'
import { entering } from './entering.ts'
import { examPins } from './exam-pins.ts'
import { lateReversals } from './late-reversals.ts'
import { ledger } from './ledger.ts'
import { machine } from './machine.ts'
import type { Mutant } from './mutant.ts'
import { names } from './names.ts'
import { operators } from './operators.ts'
import { orders } from './orders.ts'
import { people } from './people.ts'
import { providers } from './providers.ts'
import { queue } from './queue.ts'
import { schema } from './schema.ts'
import { sealed } from './sealed.ts'
import { secret } from './secret.ts'
import { sending } from './sending.ts'
import { stops } from './stops.ts'
import { text } from './text.ts'
import { timedAlerts } from './timed-alerts.ts'
import { wallet } from './wallet.ts'
import { words } from './words.ts'

/** Every mutant, by area. */
export const AREAS: Readonly<Record<string, readonly Mutant[]>> = {
  schema,
  ledger,
  machine,
  words,
  orders,
  sending,
  sealed,
  'exam-pins': examPins,
  queue,
  deposits,
  'late-reversals': lateReversals,
  providers,
  stops,
  operators,
  console,
  approval,
  entering,
  secret,
  people,
  text,
  names,
  wallet,
  alerts,
  'timed-alerts': timedAlerts,
}
