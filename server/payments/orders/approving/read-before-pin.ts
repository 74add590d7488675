import { isId, type OrderId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { type ActiveDevice, activeDeviceOf } from '#server/identity/devices/active-device.ts'
import {
  type ReadWithSession,
  readWithSession,
  type Session,
  type SessionRequest,
  type SessionRow,
  sessionIn,
  sessionOf,
} from '#server/identity/sessions/session.ts'
import { findOrder, type OrderRow } from '#server/payments/orders/order.ts'
import { QUOTE_COLUMNS, type QuoteRow, quoteIn } from '#server/payments/quotes/quote.ts'
import { BATCH_MAX, batched } from '#server/platform/db/batch.ts'
import { type Stops, type StopsJson, stopsAt, stopsFrom } from '#server/suspension/stops.ts'
import { type EarlyFacts, earlyFactsOf } from './approval-facts.ts'

/** The situation when a user approves a quote, before anything is tried. Nothing of it is locked. */
export type Situation = {
  readonly session: Session
  /** The order that the quote already became. */
  readonly order: OrderRow | null
  readonly quote: QuoteRow | undefined
  readonly device: ActiveDevice | undefined
  readonly facts: EarlyFacts
  readonly stops: Stops
}

type SituationDeps = Pick<Deps, 'clock' | 'config' | 'database'>

/**
 * Reads the session of a request that approves a quote, and everything checked before a PIN is tried, in one statement.
 *
 * @throws AppError session.none (401) · session.locked (423)
 */
export async function readSituation(deps: SituationDeps, request: SessionRequest, quoteId: string): Promise<Situation> {
  // No quote has an empty id. Using it, the session is checked before an invalid id is reported.
  const asked = isId('quo', quoteId) ? quoteId : ''
  const readWith = (hash: Uint8Array) => readTogether(deps, { hash, quoteId: asked })
  const { session, page } = await readWithSession(deps, request, readWith, { touched: true })
  const { orderId, ...rest } = page
  const order = orderId === null ? null : await findOrder(deps.database, session.userId, orderId)
  return { session, order, ...rest }
}

type Asked = { readonly hash: Uint8Array; readonly quoteId: string }
type Page = Omit<Situation, 'session' | 'order'> & { readonly orderId: OrderId | null }
type Nullable<Columns> = Columns | { readonly [Column in keyof Columns]: null }
type Row = Nullable<SessionRow> &
  Nullable<QuoteRow> &
  Nullable<Omit<ActiveDevice, 'userId' | 'id'>> &
  EarlyFacts & { readonly orderId: OrderId | null; readonly stops: StopsJson }

/** Situations of simultaneous approvals are read in one statement. */
const readTogether = batched<SituationDeps, Asked, ReadWithSession<Page>>({
  async work({ clock, database }, asked) {
    const rows = await database.query<Row>(SITUATIONS, [
      asked.map(({ hash }) => hash),
      asked.map(({ quoteId }) => quoteId),
      clock.now(),
    ])
    return rows.map((row) => ({ session: sessionIn(row), page: toPage(row) }))
  },
  concurrency: 2,
})

function toPage(row: Row): Page {
  const { orderId, stops, lastOrderAt, hasStrong } = row
  return {
    orderId,
    quote: row.id === null ? undefined : quoteIn(row),
    device: row.session_id === null || row.key_x === null ? undefined : deviceIn(row),
    facts: { lastOrderAt, hasStrong },
    stops: stopsFrom(stops),
  }
}

/** One statement and so one snapshot, read by key and bounded as server/wallet/read-wallet.ts explains. */
const SITUATIONS = `select session.*, quote.*, device.*, ${earlyFactsOf('session.user_id')},
    (select id from orders where user_id = session.user_id and quote_id = asked.quote_id limit 1) as "orderId",
    ${stopsAt('$3::timestamptz')} as stops
  from unnest($1::bytea[], $2::text[]) with ordinality as asked (hash, quote_id, place)
  left join lateral (${sessionOf('asked.hash', '$3::timestamptz')}) as session on true
  left join lateral (
    select ${QUOTE_COLUMNS} from quotes where user_id = session.user_id and id = asked.quote_id limit 1
  ) as quote on true
  left join lateral (${activeDeviceOf('session.user_id', 'session.device_id')}) as device on true
  where asked.place between 1 and ${BATCH_MAX} order by asked.place`

type DeviceColumns = Omit<ActiveDevice, 'userId' | 'id'> & Pick<SessionRow, 'user_id' | 'device_id'>

function deviceIn({ user_id, device_id, key_x, key_y, ...freezes }: DeviceColumns): ActiveDevice {
  const { frozen_at, operator_frozen_at, money_out_frozen_until } = freezes
  return { userId: user_id, id: device_id, key_x, key_y, frozen_at, operator_frozen_at, money_out_frozen_until }
}
