import type { Environment, SettingName } from './environment.ts'
import type { LiveSetting, Starter } from './live-setting.ts'
import { LIVE_TABLE } from './live-table.ts'

const rows = Object.entries(LIVE_TABLE) as [SettingName, LiveSetting][]

/**
 * Why live mode does not start with these settings: a sentence for each that is missing or wrong, with its name. `set` are
 * the names of those that are set. Nothing is opened, requested or written, and no secret is quoted.
 */
export function refusedInLive(starter: Starter, read: Environment, set: ReadonlySet<string>): string[] {
  const isMissing = (name: SettingName) => LIVE_TABLE[name].neededBy.includes(starter) && !set.has(name)
  return rows.flatMap(([name, { needs, saidWith, readBy, refuse }]) => {
    if (isMissing(name)) {
      const isSaid = saidWith !== undefined && isMissing(saidWith)
      return isSaid ? [] : [`${name}: live mode needs ${needs}`]
    }
    const isRead = set.has(name) && (readBy === undefined || readBy.includes(starter))
    const why = isRead ? (refuse?.(String(read[name]), read) ?? null) : null
    return why === null ? [] : [`${name}: ${why}`]
  })
}

/** As above of a sandbox, which never holds a key to real money. */
export function refusedInSandbox({ PAYSTACK_SECRET_KEY: key }: Pick<Environment, 'PAYSTACK_SECRET_KEY'>): string[] {
  return key?.startsWith('sk_live_') === true ? ['PAYSTACK_SECRET_KEY: a live key in sandbox mode'] : []
}
