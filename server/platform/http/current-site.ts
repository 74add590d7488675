import type { Installation } from '#contract/installation.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/log.ts'
import type { PreparedSite } from './site.ts'

/** How long rendered pages are served before settings are read again, ms. Each process counts separately. */
export const PAGES_FRESH_MS = 10_000
/** A page waits at most this long for the settings, ms: if the database hangs, it is served unchanged. */
const READING_MAX_MS = 1_000

/** The installation as pages show it. */
export type Settings = {
  readonly clock: Clock
  readonly log: Logger
  /** The values until the settings can be read. */
  readonly first: Installation
  readonly read: () => Promise<Installation>
}

export type Pages = {
  /** The settings at startup. */
  readonly first: PreparedSite
  /** The current settings, at most PAGES_FRESH_MS old. */
  readonly current: () => Promise<PreparedSite>
}

/**
 * Keeps pages up to date with the settings. While the settings cannot be read, pages stay unchanged: pages work without
 * a database.
 */
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
      log.warn({ err: error }, 'the settings of pages cannot be read: the pages stay unchanged')
    } finally {
      reading = null
    }
  }

  return {
    first,
    async current() {
      const nowMs = clock.now().getTime()
      // Also true when a clock was set back.
      const isDue = Math.abs(nowMs - triedAtMs) >= PAGES_FRESH_MS
      if (!isDue) {
        // Requests that arrive during the read wait too; if the database hangs, only the first ones do.
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

/** Resolves when the promise settles, or after this time at the latest. */
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
