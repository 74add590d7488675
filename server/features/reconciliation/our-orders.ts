import type { OrderId, UserId } from '#contract/ids.ts'
import type { OrderState } from '#contract/orders.ts'
import type { Sql } from '../../db/database.ts'
import { OPEN_STATES } from '../../orders/machine.ts'

/** An order as far as a provider knows it. Kobo. */
export type OurOrder = {
  readonly id: OrderId
  readonly userId: UserId
  readonly state: OrderState
  readonly reference: string
  readonly amountKobo: bigint
  readonly costKobo: bigint
  readonly providerFeeKobo: bigint
  readonly sendCount: number
  readonly kind: string
  /** The account number, phone, meter or smartcard it is for. */
  readonly recipient: string
  /** Before it the provider cannot have taken it. */
  readonly createdAt: Date
}

const COLUMNS = `id, user_id as "userId", state, reference, amount_kobo as "amountKobo", cost_kobo as "costKobo",
  provider_fee_kobo as "providerFeeKobo", send_count as "sendCount", kind, created_at as "createdAt",
  coalesce(recipient ->> 'accountNumber', recipient ->> 'meterNumber', recipient ->> 'smartcardNumber',
    recipient ->> 'phone', '') as recipient`

/** The orders behind references of a provider. */
export async function ordersBehind(
  sql: Sql,
  provider: string,
  references: readonly string[],
): Promise<Map<string, OurOrder>> {
  const rows = await sql.query<OurOrder>(
    `select ${COLUMNS} from orders where provider = $1 and reference = any($2::text[])`,
    [provider, [...references]],
  )
  return new Map(rows.map((row) => [row.reference, row]))
}

/** What was sent to a provider within a window, and whatever is still open of before. Purchases of BPCs go to nobody. */
export async function ordersSentTo(sql: Sql, provider: string, window: Window): Promise<OurOrder[]> {
  return await sql.query<OurOrder>(
    `select ${COLUMNS} from orders
     where provider = $1 and kind <> 'bpc' and send_count > 0
       and (sent_at between $2 and $3 or updated_at between $2 and $3 or state = any($4::text[]))
     order by id`,
    [provider, window.from, window.to, [...OPEN_STATES]],
  )
}

/** Our side of a comparison: what was sent and what was paid between these instants. */
export type Window = { readonly from: Date; readonly to: Date }

/** What is to be compared. `now`: until whichever instant it is read at. */
export type Span = { readonly from: Date; readonly to: Date | 'now' }

/** What the ledger has taken from a provider's float for an order, kobo. */
export function bookedKobo(order: OurOrder): bigint {
  if (order.state !== 'settled' && order.state !== 'late_success') return 0n
  return order.kind === 'withdrawal' ? order.amountKobo + order.providerFeeKobo : order.costKobo
}
