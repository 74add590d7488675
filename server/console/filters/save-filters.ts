import {
  FILTER_NAME_MAX_LENGTH,
  FILTER_QUERY_MAX_LENGTH,
  FILTERS_MAX,
  type FilterScreen,
  SCREEN_READS,
} from '#contract/console/filter-limits.ts'
import type { FilterBody, FiltersAnswer, SavedFilter } from '#contract/console/filters.ts'
import { mayRead } from '#contract/console/permissions.ts'
import { isId, type OperatorFilterId } from '#contract/ids.ts'
import type { ConsoleSession } from '#server/console/console-session.ts'
import type { Deps } from '#server/deps.ts'
import { addAuditLine } from '#server/identity/operators/audit-lines.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { cleanLine } from '#server/platform/text/sanitize-line.ts'

/** More digits than any date, and as many as phone and account numbers. */
const LONG_NUMBER = /\d(?:[\s().-]*\d){8}/

/** The operator's own filters for screens that their role may see. No personal data, so the look is not recorded. */
export async function listFilters(deps: Pick<Deps, 'database'>, session: ConsoleSession): Promise<FiltersAnswer> {
  return await present(deps.database, session)
}

/**
 * Saves an operator's filters for a screen, for themselves.
 *
 * @throws AppError operator.not-allowed for a screen of other roles · operator.filter-name · operator.filter-empty ·
 *   operator.too-many-filters · operator.filter-name-taken
 */
export async function saveFilter(
  deps: Pick<Deps, 'clock' | 'database' | 'newId'>,
  session: ConsoleSession,
  { name: uncheckedName, of: { screen, filters } }: FilterBody,
): Promise<FiltersAnswer> {
  const { operator: by, where } = session
  if (!mayRead(by.role, SCREEN_READS[screen])) throw new AppError('operator.not-allowed')
  const name = readName(uncheckedName)
  const query = toQuery(filters)
  return await deps.database.transaction(async (tx) => {
    await lockOwn(tx, session)
    await requireRoom(tx, session)
    await requireFreeName(tx, session, { screen, name, besides: null })
    const id = deps.newId('flt')
    await tx.query(
      'insert into operator_filters (id, operator_id, screen, name, query, saved_at) values ($1, $2, $3, $4, $5, $6)',
      [id, by.id, screen, name, query, deps.clock.now()],
    )
    const saved = await present(tx, session)
    await addAuditLine(tx, deps, { by, where, act: 'save-filter', subject: id, after: { screen, name, query } })
    return saved
  })
}

/** @throws AppError operator.no-filter, also for another operator's · operator.filter-name · operator.filter-name-taken */
export async function renameFilter(
  deps: Pick<Deps, 'clock' | 'database'>,
  session: ConsoleSession,
  of: { uncheckedId: string; uncheckedName: string },
): Promise<FiltersAnswer> {
  const { operator: by, where } = session
  const name = readName(of.uncheckedName)
  return await deps.database.transaction(async (tx) => {
    await lockOwn(tx, session)
    const found = await findOwn(tx, session, of.uncheckedId)
    await requireFreeName(tx, session, { screen: found.screen, name, besides: found.id })
    await tx.query('update operator_filters set name = $2 where id = $1', [found.id, name])
    const renamed = await present(tx, session)
    const [before, after] = [{ name: found.name }, { name }]
    await addAuditLine(tx, deps, { by, where, act: 'rename-filter', subject: found.id, before, after })
    return renamed
  })
}

/** @throws AppError operator.no-filter, also for another operator's */
export async function deleteFilter(
  deps: Pick<Deps, 'clock' | 'database'>,
  session: ConsoleSession,
  uncheckedId: string,
): Promise<FiltersAnswer> {
  const { operator: by, where } = session
  return await deps.database.transaction(async (tx) => {
    await lockOwn(tx, session)
    const { id, screen, name, query } = await findOwn(tx, session, uncheckedId)
    await tx.query('delete from operator_filters where id = $1', [id])
    const left = await present(tx, session)
    await addAuditLine(tx, deps, { by, where, act: 'delete-filter', subject: id, before: { screen, name, query } })
    return left
  })
}

/** A name is stored and recorded unchanged, so it must not contain customers' data. */
function readName(uncheckedName: string): string {
  const name = cleanLine(uncheckedName, FILTER_NAME_MAX_LENGTH + 1)
  const length = [...name].length
  const isPersonal = name.includes('@') || LONG_NUMBER.test(name)
  if (length < 1 || length > FILTER_NAME_MAX_LENGTH || isPersonal) throw new AppError('operator.filter-name')
  return name
}

/** The filters as in the screen's address, always in the same order. */
function toQuery(filters: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  if (set.length === 0) throw new AppError('operator.filter-empty')
  const query = new URLSearchParams(Object.fromEntries(set.toSorted())).toString()
  if (query.length > FILTER_QUERY_MAX_LENGTH) throw new AppError('request.invalid')
  return query
}

/** Serialises changes of an operator's filters, so that limit and names hold. */
async function lockOwn(tx: Transaction, { operator }: ConsoleSession): Promise<void> {
  await tx.query('select 1 from operators where id = $1 for no key update', [operator.id])
}

async function requireRoom(tx: Transaction, { operator }: ConsoleSession): Promise<void> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::int as count from operator_filters where operator_id = $1',
    [operator.id],
  )
  if ((row?.count ?? 0) >= FILTERS_MAX) throw new AppError('operator.too-many-filters')
}

async function requireFreeName(
  tx: Transaction,
  { operator }: ConsoleSession,
  of: { screen: FilterScreen; name: string; besides: OperatorFilterId | null },
): Promise<void> {
  const taken = await tx.query(
    `select 1 from operator_filters where operator_id = $1 and screen = $2 and lower(name) = lower($3)
       and id is distinct from $4`,
    [operator.id, of.screen, of.name, of.besides],
  )
  if (taken.length > 0) throw new AppError('operator.filter-name-taken')
}

type Found = Omit<SavedFilter, 'id'> & { readonly id: OperatorFilterId }

async function findOwn(tx: Transaction, { operator }: ConsoleSession, uncheckedId: string): Promise<Found> {
  const [found] = isId('flt', uncheckedId)
    ? await tx.query<Found>('select id, screen, name, query from operator_filters where id = $1 and operator_id = $2', [
        uncheckedId,
        operator.id,
      ])
    : []
  if (found === undefined) throw new AppError('operator.no-filter')
  return found
}

async function present(sql: Sql, { operator }: ConsoleSession): Promise<FiltersAnswer> {
  const filters = await sql.query<SavedFilter>(
    'select id, screen, name, query from operator_filters where operator_id = $1 order by lower(name), id',
    [operator.id],
  )
  return { filters: filters.filter(({ screen }) => mayRead(operator.role, SCREEN_READS[screen])) }
}
