import type { PauseId } from '#contract/ids.ts'
import { kindSchemas, type OrderKind } from '#contract/kinds/kinds.ts'
import type { QuoteBodyOf, RecipientOf } from '#contract/orders.ts'
import { pauseRefusal } from '#contract/pauses.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'

/** A kind of order that two operators paused: no such order is quoted or approved until the pause ends. */
export type Pause = {
  readonly id: PauseId
  readonly kind: OrderKind
  /** The bank, network or company that is paused, as orders name it; null: the whole kind. */
  readonly service: string | null
  readonly serviceName: string | null
  /** The exact words that customers read. */
  readonly reason: string
  readonly setAt: Date
  /** When it ends automatically. */
  readonly endsAt: Date
  readonly setBy: string
  readonly confirmedBy: string
  readonly liftedAt: Date | null
  readonly liftedBy: string | null
  readonly liftConfirmedBy: string | null
}

export const PAUSE_COLUMNS = `id, kind, service, service_name as "serviceName", reason, set_at as "setAt",
  ends_at as "endsAt", set_by as "setBy", confirmed_by as "confirmedBy", lifted_at as "liftedAt", lifted_by as "liftedBy",
  lift_confirmed_by as "liftConfirmedBy"`

/** SQL expression: whether a pause is active at `now`. */
export const activeAt = (now: string): string => `ends_at > ${now} and lifted_at is null`

/**
 * The active pauses, latest end first. Binding for callers that hold the suspension lock: a new pause waits for all of
 * them, and later callers see it.
 */
export async function readPauses(sql: Sql, now: Date): Promise<Pause[]> {
  return await sql.query<Pause>(
    `select ${PAUSE_COLUMNS} from kind_pauses where ${activeAt('$1')} order by ends_at desc, id`,
    [now],
  )
}

/** Both fields are in the kind's recipient, and the id in its form as well. */
type ServiceFields<Kind extends OrderKind> = {
  readonly id: keyof QuoteBodyOf<Kind> & keyof RecipientOf<Kind>
  readonly name: keyof RecipientOf<Kind>
} | null

kindSchemas satisfies { readonly [Kind in OrderKind]: { readonly service: ServiceFields<Kind> } }

/**
 * Refuses a form, or a quote, whose kind or service is paused.
 *
 * @throws AppError `kind.paused` with the reason: nothing was reserved
 */
export function refuseIfPaused(
  pauses: readonly Pick<Pause, 'kind' | 'service' | 'serviceName' | 'reason' | 'endsAt'>[],
  kind: OrderKind,
  fields: object,
): void {
  const pause = pauses.find(
    (each) => each.kind === kind && (each.service === null || each.service === idIn(kind, fields)),
  )
  if (pause === undefined) return
  throw new AppError('kind.paused', { message: pauseRefusal({ ...pause, endsAt: pause.endsAt.toISOString() }) })
}

function idIn(kind: OrderKind, fields: object): unknown {
  const { service } = kindSchemas[kind]
  return service === null ? undefined : Reflect.get(fields, service.id)
}
