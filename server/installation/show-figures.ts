import { Gauge } from 'prom-client'
import type { Deps } from '#server/deps.ts'
import { newestOwn } from '#server/platform/backups/own-backups.ts'
import type { MetricsRegistry } from '#server/platform/metrics/instruments.ts'
import { sharedAnswer } from '#server/platform/shared-answer.ts'
import { FIGURE_GAUGES, type FigureGauge } from './figure-gauges.ts'
import { type Figures, readFigures } from './read-figures.ts'

/** Figures are read again after this long at the earliest, ms. */
export const FIGURES_KEPT_MS = 10_000
/** And no sooner than this many times the reading's duration: reading takes at most a twentieth of one connection. */
const FIGURES_KEPT_TIMES = 20
/**
 * How long a scrape waits for the figures, ms; then it shows the process's own metrics: a hung database hides nothing.
 */
const FIGURES_WAIT_MS = 3_000

type ShownDeps = Pick<Deps, 'database' | 'clock' | 'config' | 'log'>

/**
 * Adds figures of the database, the pool and the backup folder to a scrape. One query at a time serves all scrapers;
 * while the database does not answer, `jara_figures_up` is 0 and no old figure is shown.
 */
export function showFigures(registry: MetricsRegistry, deps: ShownDeps): () => Promise<void> {
  const up = newGauge(registry, 'jara_figures_up', '1 while the figures of the database can be read.')
  const gauges = FIGURE_GAUGES.map((figure) => ({
    figure,
    gauge: newGauge(registry, figure.name, figure.help, figure.labels),
  }))
  const showProcess = showProcessFigures(registry, deps)
  const read = sharedAnswer(deps.clock, {
    ask: () => readFigures(deps),
    keptMs: (tookMs) => Math.max(FIGURES_KEPT_MS, FIGURES_KEPT_TIMES * tookMs),
  })
  return async () => {
    showProcess()
    const figures = await within(FIGURES_WAIT_MS, read()).catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the figures for /metrics could not be read')
      return null
    })
    up.set(figures === null ? 0 : 1)
    for (const { figure, gauge } of gauges) show(gauge, figure, figures)
  }
}

function show(gauge: Gauge, { samples }: FigureGauge, figures: Figures | null): void {
  clear(gauge)
  for (const { of = {}, value } of figures === null ? [] : samples(figures)) {
    if (value !== null) gauge.set(of, value instanceof Date ? value.getTime() / 1_000 : Number(value))
  }
}

function showProcessFigures(registry: MetricsRegistry, { clock, database, config }: ShownDeps): () => void {
  const busy = newGauge(registry, 'jara_database_connections_busy', 'Connections to PostgreSQL in use by this process.')
  const open = newGauge(registry, 'jara_database_connections_open', 'Connections of this process to PostgreSQL.')
  const waiting = newGauge(registry, 'jara_database_waiting', 'What waits in this process for a connection.')
  const backedUp = newGauge(
    registry,
    'jara_backup_timestamp_seconds',
    'When the newest backup of this process was made; 0 before the first.',
  )
  const interval = newGauge(registry, 'jara_backup_interval_seconds', 'How often this process backs itself up.')
  const threshold = newGauge(
    registry,
    'jara_provider_float_threshold_kobo',
    'Below this the float at the provider is low.',
    ['provider'],
  )
  for (const each of [busy, open, waiting, backedUp, interval]) clear(each)
  // Gauges are floats, used for graphs and alert rules, never for booking. They hold whole kobo up to 90 trillion
  // naira.
  for (const [provider, kobo] of config.floatThresholds) threshold.set({ provider }, Number(kobo))
  const makesBackups = (config.role === 'all' || config.role === 'worker') && config.backups.everyMinutes > 0
  return () => {
    const pool = database.poolUse?.()
    if (pool !== undefined) {
      busy.set(pool.open - pool.idle)
      open.set(pool.open)
      waiting.set(pool.waiting)
    }
    if (!makesBackups) return
    backedUp.set((newestOwn(config.backups.folder, clock.now())?.madeAt.getTime() ?? 0) / 1_000)
    interval.set(config.backups.everyMinutes * 60)
  }
}

function newGauge(registry: MetricsRegistry, name: string, help: string, labels: readonly string[] = []): Gauge {
  return new Gauge({ registers: [registry], name, help, labelNames: [...labels] })
}

/** A reset gauge without labels would show 0: a time in 1970, or a false count. */
function clear(gauge: Gauge): void {
  gauge.reset()
  gauge.remove({})
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${ms} ms`)), ms)
  })
  return await Promise.race([work, tooLate]).finally(() => clearTimeout(timer))
}
