import type { BrowserContext } from '@playwright/test'
import { onFirstScreens, openUncached, type Person, SETTLED_MS, SLOW_PHONE } from './first-visits.ts'
import { median } from './report.ts'

/** A task longer than this delays a tap. */
const LONG_MS = 50

/** A trace event of Chromium: `ts` when it began, `tdur` how long the processor worked on it, both in microseconds. */
type TraceEvent = {
  readonly name: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/**
 * Total blocking time of first visits: the CPU time of each task after the first paint, times four for the slower
 * phone. Lighthouse uses wall time, in which a busy machine also does other work.
 */
export async function measureBlockingTime(url: string, rounds: number, person: Person): Promise<string[][]> {
  return await onFirstScreens(url, person, async (context, address) => {
    const visits: (readonly number[])[] = []
    for (let round = 0; round < rounds; round++) visits.push(await longTasks(context, address))
    const middle = (of: (visit: readonly number[]) => number) => median(visits.map(of)).toFixed(0)
    return [
      address,
      middle((visit) => visit.reduce((sum, ms) => sum + ms - LONG_MS, 0)),
      middle((visit) => visit.length),
      middle((visit) => Math.max(0, ...visit)),
    ]
  })
}

/** Tasks over LONG_MS on the page's main thread after its first paint, in milliseconds on the slower phone. */
async function longTasks(context: BrowserContext, address: string): Promise<readonly number[]> {
  const browser = context.browser()
  if (browser === null) throw new Error('the browser is gone')
  const { page } = await openUncached(context)
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', 'loading'],
  })
  await page.goto(address)
  await page.waitForTimeout(SETTLED_MS)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  await page.close()
  const painted = Math.min(...traceEvents.filter(({ name }) => name === 'firstContentfulPaint').map(({ ts }) => ts))
  const mainThreads = new Set(
    traceEvents.flatMap((event) => (event.args?.name === 'CrRendererMain' ? [threadOf(event)] : [])),
  )
  return traceEvents
    .filter((event) => event.name === 'RunTask' && event.ts > painted && mainThreads.has(threadOf(event)))
    .map(({ tdur = 0 }) => (tdur / 1_000) * SLOW_PHONE)
    .filter((ms) => ms > LONG_MS)
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid}.${tid}`
