import type { Installation } from '#contract/installation.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/log.ts'
import type { PreparedSite } from './site.ts'

/** How long pages are served as they were rendered before their settings are read again, ms. In every process by itself. */
export const PAGES_FRESH_MS = 10_000
/** A page waits this long for the settings, ms: with a database that hangs it comes as it was. */
const READING_MAX_MS = 1_000

/** What pages say of the installation. */
export type Settings = {
  readonly clock: Clock
  readonly log: Logger
  /** What they say until the settings can be read. */
  readonly first: Installation
  readonly read: () => Promise<Installation>
}

export type Pages = {
  /** As they were at the start. */
  readonly first: PreparedSite
  /** As the settings are now, or were within PAGES_FRESH_MS. */
  readonly current: () => Promise<PreparedSite>
}

/** Keeps pages as the settings are. While these cannot be read, pages stay what they were: they come without a database too. */
export async function keepSite(
  { clock, log, first: firstSettings, read }: Settings,
  render: (installation: Installation) => Promise<PreparedSite>,
): Promise<Pages> {
  const first = await render(firstSettings)
  let site = first
  let triedAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  async function readAgain(): Promise<void> {
    try {
      site = await render(await read())
    } catch (error) {
      log.warn({ err: error }, 'the settings that pages show cannot be read: they stay as they were')
    } finally {
      reading = null
    }
  }

  return {
    first,
    async current() {
      const nowMs = clock.now().getTime()
      // Also when a clock was set back.
      const isDue = Math.abs(nowMs - triedAtMs) >= PAGES_FRESH_MS
      if (!isDue) {
        // Whoever comes while it is read waits too; with a database that hangs, the first ones alone.
        if (reading !== null && nowMs - triedAtMs < READING_MAX_MS) await within(reading, READING_MAX_MS)
        return site
      }
      triedAtMs = nowMs
      reading ??= readAgain()
      await within(reading, READING_MAX_MS)
      return site
    },
  }
}

/** Resolves when it has ended, at the latest after this time. */
async function within(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  await Promise.race([
    work,
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms)
    }),
  ])
  clearTimeout(timer)
}
