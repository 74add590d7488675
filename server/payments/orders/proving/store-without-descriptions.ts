import { providerName } from '#contract/console/provider-names.ts'
import type { Deps } from '#server/deps.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import type { Evidence } from '#server/payments/orders/evidence.ts'
import type { OrderRow } from '#server/payments/orders/order.ts'
import { isRefusedValue, type Transaction } from '#server/platform/db/database.ts'
import { type Claim, inFence } from '#server/platform/jobs/queue.ts'

/**
 * Writes what is known about an order, with the fence held. Words beside a provider's proof only describe. If the
 * database refuses a value, the same is written once more without those words, and operators are alerted in the same
 * transaction. The reference, the figures and a meter's token are not words and stay.
 *
 * @throws whatever the second writing throws
 */
export async function writeWithoutDescriptionsIfRefused<Known extends Evidence, Result>(
  deps: Pick<Deps, 'database' | 'clock' | 'log'>,
  of: { claim: Claim; order: OrderRow; known: Known },
  write: (tx: Transaction, known: Known) => Promise<Result>,
): Promise<Result> {
  const { claim, order, known } = of
  try {
    return await inFence(deps.database, claim, (tx) => write(tx, known))
  } catch (error) {
    if (!isRefusedValue(error)) throw error
    return await inFence(deps.database, claim, async (tx) => {
      const result = await write(tx, withoutWords(known))
      await raiseAlarm(tx, deps.log, {
        kind: 'words-not-stored',
        subjectId: order.id,
        detail: `the database refuses what ${providerName(order.provider)} says of this order: it goes on without those words`,
        at: deps.clock.now(),
      })
      return result
    })
  }
}

function withoutWords<Known extends Evidence>(known: Known): Known {
  const { word: _, ...rest } = known
  const units = known.units == null ? {} : { units: null }
  return { ...(rest as Known), ...units, note: 'the words of the provider could not be stored' }
}
