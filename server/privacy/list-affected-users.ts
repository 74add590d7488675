import type { UserId } from '#contract/ids.ts'
import { addAuditLine, IN_TERMINAL } from '#server/identity/operators/audit-lines.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { raiseAlarm } from '#server/outbox/alarms/raise-alarm.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Sql } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import type { Logger } from '#server/platform/log.ts'
import { readAtMost } from '#server/platform/text/read-whole-line.ts'
import { EVERY_TABLE } from '#server/tables/tables.ts'

const PAGE_PEOPLE = 500
const REASON_MIN_LENGTH = 10
const REASON_MAX_LENGTH = 300

type Window = { readonly from: Date; readonly to: Date }

/** The count columns that come first, so that the list keeps its known layout. Further ones come last. */
const IN_FRONT = ['pictures', 'passkeys', 'bpc_codes', 'account_numbers', 'payments', 'deposits', 'history_lines']

/** The data counted for each person, whenever it was stored: the column's name, and the table. */
const COUNTED = EVERY_TABLE.flatMap((table) =>
  table.owner === null || table.countedAs === undefined ? [] : [[table.countedAs, table.name] as const],
).toSorted(([a], [b]) => placeOf(a) - placeOf(b))

function placeOf(name: string): number {
  const place = IN_FRONT.indexOf(name)
  return place < 0 ? IN_FRONT.length : place
}

/** The columns of every line before the counts of COUNTED. */
const FIRST_COLUMNS = ['user_id', 'email', 'full_name', 'closed', 'events', 'sessions', 'devices'] as const

export type AffectedUser = {
  readonly user_id: UserId
  readonly email: string
  readonly full_name: string
  readonly closed: boolean
  /** The counts. */
  readonly [name: string]: string | boolean | number
}

/** The columns of the list, in their order. */
export const AFFECTED_USER_COLUMNS: readonly string[] = [...FIRST_COLUMNS, ...COUNTED.map(([name]) => name)]

/**
 * Everyone with activity in their account within a time span, both ends included: an event, a session open then, or a
 * device bound. Each is counted, along with how much of each kind of data is stored about them.
 *
 * The caller and the reason are stored as an alarm and in the record of operators, before the first name is given.
 *
 * @throws RefusedError without a reason, or when the span ends before it begins
 */
export async function* listAffectedUsers(
  deps: { readonly database: Database; readonly clock: Clock; readonly log: Logger },
  of: Window & { readonly operator: ProvenOperator; readonly uncheckedReason: string },
): AsyncGenerator<AffectedUser> {
  const reason = readAtMost(of.uncheckedReason, { what: 'a reason', max: REASON_MAX_LENGTH })
  if (reason.length < REASON_MIN_LENGTH)
    throw new RefusedError(`why? Give a reason: --reason "Stolen backup of Friday"`)
  if (of.from > of.to) throw new RefusedError('--from is after --to')
  const at = deps.clock.now()
  const span = `${of.from.toISOString()} to ${of.to.toISOString()}`
  await deps.database.transaction(async (tx) => {
    await raiseAlarm(tx, deps.log, {
      kind: 'people-listed',
      subjectId: at.toISOString(),
      detail: `${of.operator.name} (${of.operator.id}) listed everybody of ${span}: ${reason}`,
      at,
    })
    const after = { from: of.from.toISOString(), to: of.to.toISOString() }
    await addAuditLine(tx, deps, { by: of.operator, where: IN_TERMINAL, act: 'list-people', reason, after })
  })
  for (let after = ''; ; ) {
    const page = await readPage(deps.database, of, after)
    yield* page
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE_PEOPLE) return
    after = last.user_id
  }
}

const COUNTS = COUNTED.map(
  ([name, table]) => `(select count(*)::int from ${table} each where each.user_id = u.id) as ${name}`,
)

async function readPage(sql: Sql, { from, to }: Window, after: string): Promise<AffectedUser[]> {
  return await sql.query<AffectedUser>(
    `with touched as (
       select u.id, u.email, u.full_name, u.closed_at is not null as closed,
         (select count(*)::int from account_events e where e.user_id = u.id and e.at between $1 and $2) as events,
         (select count(*)::int from sessions s where s.user_id = u.id and s.created_at <= $2
            and coalesce(s.ended_at, s.last_seen_at) >= $1) as sessions,
         (select count(*)::int from devices d where d.user_id = u.id and d.created_at between $1 and $2) as devices
       from users u where u.id > $3
     )
     select u.id as user_id, u.email, u.full_name, u.closed, u.events, u.sessions, u.devices, ${COUNTS.join(', ')}
     from touched u where u.events + u.sessions + u.devices > 0 order by u.id limit ${PAGE_PEOPLE}`,
    [from, to, after],
  )
}
