import { z } from 'zod'
import type { OrderId, UserId } from '#contract/ids.ts'
import { type ExamPin, examPin } from '#contract/kinds/education.ts'
import type { Deps } from '#server/deps.ts'
import type { OrderRowOf } from '#server/payments/orders/order.ts'
import { openDelivery, type SealedDelivery, sealDelivery } from '#server/payments/orders/sealed-delivery.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { DeliveryFacts } from '#server/providers/bills/bill-provider.ts'

const stored = z.array(examPin)

/**
 * The PINs that a proof of delivery hands over, sealed together with earlier ones. Null if it adds none. An existing
 * PIN stays, and never more are kept than were bought.
 */
export async function handOverPins(
  deps: Deps,
  order: OrderRowOf<'education'>,
  { pins }: Pick<DeliveryFacts, 'pins'>,
): Promise<SealedDelivery | null> {
  const known = await readPins(deps, deps.database, order)
  const all = [...known]
  for (const { serial, pin } of pins) if (!all.some((each) => each.pin === pin)) all.push({ serial, pin })
  const kept = all.slice(0, order.recipient.quantity)
  return kept.length > known.length ? sealDelivery(deps, order, JSON.stringify(kept)) : null
}

/** The PINs that an order handed over, decrypted: for its owner alone. */
export async function readPins(
  deps: Pick<Deps, 'keys'>,
  sql: Sql,
  owner: { readonly userId: UserId; readonly id: OrderId },
): Promise<ExamPin[]> {
  const text = await openDelivery(deps, sql, owner)
  return text === null ? [] : stored.parse(JSON.parse(text))
}
