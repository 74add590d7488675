import fs from 'node:fs'
import path from 'node:path'
import type { Clock } from '#server/platform/clock.ts'
import { CLOCK_BOUND_MS } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { raiseAlarm } from '#server/platform/jobs/alarms.ts'
import type { Logger } from '#server/platform/log.ts'
import { writeBackup } from './file.ts'

const MINUTE_MS = 60_000
/** After a start: what the last process did is soon in a backup, and the start itself is not held up. */
const FIRST_AFTER_MS = 60_000
/** Kept: the newest ones, and of each of the last days the newest. */
const NEWEST_KEPT = 12
const DAYS_KEPT = 7
const OWN = /^jara-auto-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})-(\d{3})Z\.backup$/

export type OwnBackups = {
  /** Makes no more of them, and waits for the one in hand. */
  stop(): Promise<void>
}

/**
 * A running installation backs itself up: the embedded database lets no second program in, so nobody else can. Each is whole
 * and verified before it counts; one that fails raises an alarm and is tried again in its time.
 */
export function startOwnBackups(
  deps: { readonly database: Database; readonly clock: Clock; readonly log: Logger },
  of: { readonly folder: string; readonly secret: Uint8Array; readonly everyMinutes: number },
): OwnBackups {
  let inHand: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined

  function later(ms: number): void {
    timer = setTimeout(() => {
      inHand = backUpOnce(deps, of).then(() => later(of.everyMinutes * MINUTE_MS))
    }, ms)
    timer.unref()
  }
  later(Math.max(FIRST_AFTER_MS, of.everyMinutes * MINUTE_MS - ageOfNewestMs(of.folder, deps.clock.now())))
  return {
    async stop() {
      clearTimeout(timer)
      await inHand
      clearTimeout(timer)
    },
  }
}

/** One backup and the tidying after it. Throws nothing: what goes wrong is an alarm. */
export async function backUpOnce(
  { database, clock, log }: { readonly database: Database; readonly clock: Clock; readonly log: Logger },
  of: { readonly folder: string; readonly secret: Uint8Array },
): Promise<void> {
  const now = clock.now()
  try {
    const { file, bytes } = await writeBackup({ database, file: ownFile(of.folder, now), secret: of.secret, now })
    log.info({ file, bytes }, 'backed up')
    removeOld(of.folder, now)
  } catch (error) {
    log.error({ err: error }, 'the backup failed')
    const detail = `no backup was made: ${error instanceof Error ? error.message : error}`
    // Once a day at most.
    const alarm = { kind: 'backup-failed', subjectId: now.toISOString().slice(0, 10), detail, at: now } as const
    await raiseAlarm(database, log, alarm).catch((cause: unknown) =>
      log.error({ err: cause }, 'nor could an alarm be raised'),
    )
  }
}

/**
 * The newest backup that the installation made by itself; null when there is none. One that is named ahead of `now` is from a clock
 * that was ahead: how old it is nobody knows.
 */
export function newestOwn(folder: string, now: Date): { readonly file: string; readonly madeAt: Date } | null {
  const soon = new Date(now.getTime() + CLOCK_BOUND_MS)
  const newest = ownNames(folder)
    .map((name) => ({ file: path.join(folder, name), madeAt: timeOfName(name) }))
    .findLast(({ madeAt }) => madeAt <= soon)
  return newest ?? null
}

function ownFile(folder: string, at: Date): string {
  return path.join(folder, `jara-auto-${timeInName(at)}.backup`)
}

function timeOfName(name: string): Date {
  const [, day, hour, minute, second, ms] = OWN.exec(name) ?? []
  return new Date(`${day}T${hour}:${minute}:${second}.${ms}Z`)
}

/** `2026-11-22T03-10-00-000Z`: sorts by time, and every file system takes it. */
export function timeInName(at: Date): string {
  return at.toISOString().replaceAll(/[:.]/g, '-')
}

function ageOfNewestMs(folder: string, now: Date): number {
  const newest = newestOwn(folder, now)
  return newest === null ? Number.POSITIVE_INFINITY : now.getTime() - newest.madeAt.getTime()
}

/** What a clock that was ahead has named counts once its time has come: until then it pushes nothing out. */
function removeOld(folder: string, now: Date): void {
  const names = ownNames(folder).filter((name) => name <= path.basename(ownFile(folder, now)))
  const kept = new Set(names.slice(-NEWEST_KEPT))
  const newestOfDay = new Map(names.map((name) => [OWN.exec(name)?.[1], name]))
  for (const name of [...newestOfDay.values()].slice(-DAYS_KEPT)) kept.add(name)
  for (const name of names) if (!kept.has(name)) fs.rmSync(path.join(folder, name))
}

function ownNames(folder: string): string[] {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .filter((name) => OWN.test(name))
    .sort()
}
