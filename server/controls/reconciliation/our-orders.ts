import type { OrderId, UserId } from '#contract/ids.ts'
import type { OrderKind } from '#contract/kinds/kinds.ts'
import type { OrderState } from '#contract/orders.ts'
import { KINDS } from '#server/payments/kinds/kinds.ts'
import { OPEN_STATES } from '#server/payments/orders/machine.ts'
import type { Sql } from '#server/platform/db/database.ts'

/** An order under one of the references that a provider knows. Amounts in kobo. */
export type OurOrder = {
  readonly id: OrderId
  readonly userId: UserId
  readonly state: OrderState
  readonly reference: string
  /** Whether the order is booked under this reference: false for an earlier or additional one (R13). */
  readonly isBooked: boolean
  readonly amountKobo: bigint
  readonly costKobo: bigint
  readonly providerFeeKobo: bigint
  readonly sendCount: number
  readonly kind: OrderKind
  /** The account number, phone, meter or smartcard it is for. */
  readonly recipient: string
  /** The provider cannot have taken it earlier. */
  readonly createdAt: Date
}

const COLUMNS = `o.id, o.user_id as "userId", o.state, coalesce(a.reference, o.reference) as reference,
  coalesce(a.reference = o.reference, true) as "isBooked", o.amount_kobo as "amountKobo", o.cost_kobo as "costKobo",
  o.provider_fee_kobo as "providerFeeKobo", o.send_count as "sendCount", o.kind, o.created_at as "createdAt",
  coalesce(o.recipient ->> 'accountNumber', o.recipient ->> 'meterNumber', o.recipient ->> 'smartcardNumber',
    o.recipient ->> 'phone', '') as recipient`

/** The orders behind any of these references of a provider, current or earlier. */
export async function ordersBehind(
  sql: Sql,
  provider: string,
  references: readonly string[],
): Promise<Map<string, OurOrder>> {
  const rows = await sql.query<OurOrder>(
    `select ${COLUMNS} from order_attempts a join orders o on o.user_id = a.user_id and o.id = a.order_id
     where a.provider = $1 and a.reference = any($2::text[])
     union all
     select ${COLUMNS} from orders o
     left join order_attempts a on a.user_id = o.user_id and a.order_id = o.id and a.reference = o.reference
     where o.provider = $1 and o.reference = any($2::text[]) and a.reference is null`,
    [provider, [...references]],
  )
  return new Map(rows.map((row) => [row.reference, row]))
}

/**
 * Orders sent to a provider within a window and older ones that are still open, once for each reference. BPC purchases
 * are never sent.
 */
export async function ordersSentTo(sql: Sql, provider: string, window: Window): Promise<OurOrder[]> {
  return await sql.query<OurOrder>(
    `select ${COLUMNS} from orders o left join order_attempts a on a.user_id = o.user_id and a.order_id = o.id
     where o.provider = $1 and o.kind <> 'bpc' and o.send_count > 0
       and (o.sent_at between $2 and $3 or o.updated_at between $2 and $3 or o.state = any($4::text[]))
     order by o.id, a.number`,
    [provider, window.from, window.to, [...OPEN_STATES]],
  )
}

/** Our side of a comparison: what was sent and what was paid between these instants. */
export type Window = { readonly from: Date; readonly to: Date }

/** This database comes from a backup: the last instant in it, and when it was restored. */
export type Restored = { readonly since: Date; readonly at: Date }

/** The time to compare. `now`: up to the moment of reading. */
export type Span = { readonly from: Date; readonly to: Date | 'now' }

/** What the ledger has taken from the provider's float for an order under this reference, kobo. */
export function bookedKobo(order: OurOrder): bigint {
  if (!order.isBooked) return 0n
  if (order.state !== 'settled' && order.state !== 'late_success') return 0n
  return KINDS[order.kind].bookedKobo(order)
}
