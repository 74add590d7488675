import type { OperatorRequestId } from '#contract/ids.ts'
import { lagosMoment } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import {
  askForAct,
  type Confirmation,
  carryOut,
  type HowDecided,
  type RequestContent,
} from '#server/identity/operators/requests.ts'
import { isSqlError, type Sql, type Transaction } from '#server/platform/db/database.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { readStart, startOf } from './read-setting.ts'

export type SettingDeps = Pick<Deps, 'clock' | 'config' | 'database'>

/** A setting that two operators change by versions. The newest version that has begun is in force; before the first, the environment's or the product's own values. */
export type VersionedSetting<Value> = {
  /** Its name in a refusal. */
  readonly name: string
  readonly act: 'set-channels' | 'set-prices' | 'set-limits'
  /** The prefix of a version's id. */
  readonly prefix: 'chv' | 'prv' | 'lmv'
  /** Its numbers are unique by the constraint `<table>_number`. */
  readonly table: 'channel_versions' | 'price_versions' | 'limit_versions'
  /** The value in force at that time, by the versions agreed to so far. */
  readonly readAt: (deps: SettingDeps, at: Date) => Promise<Value>
  /** The changes that a request would make, a line each. */
  readonly changesOf: (before: Value, content: RequestContent) => string[]
  readonly insert: (tx: Transaction, version: NewVersion) => Promise<unknown>
}

export type NewVersion = {
  readonly id: string
  readonly number: number
  readonly content: RequestContent
  readonly setBy: string
  readonly confirmedBy: string
  readonly at: Date
  readonly startsAt: Date
}

/**
 * The exact content of a new version, from what was typed.
 *
 * @throws RefusedError when nothing changes, and for a time that has passed
 */
export async function readVersion<Value>(
  deps: SettingDeps,
  setting: VersionedSetting<Value>,
  of: { readonly content: RequestContent; readonly uncheckedFrom: string },
): Promise<RequestContent> {
  const now = deps.clock.now()
  const from = readStart(of.uncheckedFrom, now)
  const { newest, before, overtaken } = await readOthers(deps, setting, from ?? now)
  if (setting.changesOf(before, of.content).length === 0 && overtaken.length === 0)
    throw new RefusedError('nothing would change')
  return { ...of.content, from: from?.toISOString() ?? '', replaces: `${newest}` }
}

type Others<Value> = {
  /** The number of the newest version; 0 is the environment. */
  readonly newest: number
  /** The value that would be in force otherwise. */
  readonly before: Value
  /** The start times of planned versions that would never begin then. */
  readonly overtaken: readonly Date[]
}

/** The other versions relevant to one that begins then. */
async function readOthers<Value>(
  deps: SettingDeps,
  setting: VersionedSetting<Value>,
  startsAt: Date,
): Promise<Others<Value>> {
  const { database, clock } = deps
  const overtaken = await database.query<{ startsAt: Date }>(
    `select starts_at as "startsAt" from ${setting.table} where starts_at > $1 and starts_at >= $2 order by number desc`,
    [clock.now(), startsAt],
  )
  return {
    newest: await readNewest(database, setting),
    before: await setting.readAt(deps, startsAt),
    overtaken: overtaken.map((each) => each.startsAt),
  }
}

/** The number of the newest version; 0 before the first. */
async function readNewest(sql: Sql, { table }: Pick<VersionedSetting<unknown>, 'table'>): Promise<number> {
  const [row] = await sql.query<{ number: number }>(`select number from ${table} order by number desc limit 1`)
  return row?.number ?? 0
}

/** How operators ask for a version of a setting and set it. `read` returns the exact content of what was typed. */
export function actsOf<Value, Unchecked>(
  setting: VersionedSetting<Value>,
  read: (deps: SettingDeps, of: Unchecked) => Promise<RequestContent>,
) {
  return {
    /**
     * Requests what was typed. Another operator has to confirm it.
     *
     * @throws RefusedError as `read`, and when their role may not ask for it
     */
    request: async (
      deps: SettingDeps & Pick<Deps, 'newId'>,
      of: Unchecked & HowDecided & { by: ProvenOperator },
    ): Promise<OperatorRequestId> => await requestVersion(deps, setting, { ...of, content: await read(deps, of) }),
    /**
     * Sets the version that another operator requested.
     *
     * @throws RefusedError as confirmRequest, and when another version was agreed to in the meantime
     */
    set: async (deps: Pick<Deps, 'clock' | 'database'>, of: Confirmation): Promise<void> =>
      await setVersion(deps, setting, of),
  }
}

async function requestVersion(
  deps: Pick<Deps, 'clock' | 'database' | 'newId'>,
  { act, prefix }: Pick<VersionedSetting<unknown>, 'act' | 'prefix'>,
  of: HowDecided & { readonly content: RequestContent; readonly by: ProvenOperator },
): Promise<OperatorRequestId> {
  const subject = deps.newId(prefix)
  return await askForAct(deps, { ...of, act, subject })
}

/** The effects of a request now. `startsAt` is now if it begins at once. */
export type VersionPreview = {
  readonly changes: readonly string[]
  readonly startsAt: Date
  readonly now: Date
  /** `startsAt` in words. */
  readonly start: string
  /** The versions that would never begin, a line each. */
  readonly overtaken: readonly string[]
}

/** @throws RefusedError when another version was agreed to in the meantime */
export async function previewVersion<Value>(
  deps: SettingDeps,
  setting: VersionedSetting<Value>,
  content: RequestContent,
): Promise<VersionPreview> {
  const now = deps.clock.now()
  const startsAt = startOf(content.from, now)
  const { newest, before, overtaken } = await readOthers(deps, setting, startsAt)
  refuseOther(setting, content, newest)
  return {
    changes: setting.changesOf(before, content),
    startsAt,
    now,
    start: startsAt <= now ? 'when it is confirmed' : lagosMoment(startsAt),
    overtaken: overtaken.map((at) => `The version planned for ${lagosMoment(at)} never begins.`),
  }
}

function refuseOther({ name }: Pick<VersionedSetting<unknown>, 'name'>, content: RequestContent, newest: number): void {
  if (content.replaces !== `${newest}`)
    throw new RefusedError(`${name} have changed since this was requested: look at them, and ask again`)
}

async function setVersion<Value>(
  deps: Pick<Deps, 'clock' | 'database'>,
  setting: VersionedSetting<Value>,
  of: Confirmation,
): Promise<void> {
  const { subject: id, content, requestedBy: setBy } = of.request
  await carryOut(deps, of, async (tx, at) => {
    refuseOther(setting, content, await readNewest(tx, setting))
    const [number, startsAt] = [Number(content.replaces) + 1, startOf(content.from, at)]
    await setting
      .insert(tx, { id, number, content, setBy, confirmedBy: of.by.name, at, startsAt })
      .catch((error: unknown) => {
        // Another one was agreed to at the same moment.
        if (isSqlError(error, '23505', `${setting.table}_number`)) refuseOther(setting, content, -1)
        throw error
      })
    return { after: { from: startsAt.toISOString() } }
  })
}
