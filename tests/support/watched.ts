import { startMetrics } from '#server/installation/start-metrics.ts'
import { createMetrics, createRegistry } from '#server/platform/metrics/instruments.ts'
import type { DatabaseKind } from './databases.ts'
import { type StartOptions, startJara, type TestJara } from './jara.ts'

/** One line of a scrape. */
export type Sample = {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export type WatchedJara = TestJara & {
  readonly metricsUrl: string
  /** The current metrics, as a scraper receives them. */
  scrape(): Promise<{ readonly text: string; readonly samples: readonly Sample[] }>
  /** The value of the series with exactly this name and these labels; undefined if there is none. */
  read(name: string, labels?: Readonly<Record<string, string>>): Promise<number | undefined>
}

/** The whole product, with metrics on a separate port, as `server/main.ts` serves them. */
export async function startWatchedJara(kind: DatabaseKind, options: StartOptions = {}): Promise<WatchedJara> {
  const registry = createRegistry()
  const jara = await startJara(kind, { ...options, metrics: createMetrics(registry) })
  const server = await startMetrics(jara.deps, { host: '127.0.0.1', port: 0 }, registry)
  const metricsUrl = `http://127.0.0.1:${server.port}/metrics`
  const scrape = async () => {
    const text = await (await fetch(metricsUrl)).text()
    return { text, samples: samplesIn(text) }
  }
  return {
    ...jara,
    metricsUrl,
    scrape,
    async read(name, labels = {}) {
      const found = (await scrape()).samples.filter((each) => each.name === name && hasLabels(each, labels))
      if (found.length > 1) throw new Error(`${name} ${JSON.stringify(labels)} names ${found.length} series`)
      return found[0]?.value
    },
    async close() {
      await server.close()
      registry.clear()
      await jara.close()
    },
  }
}

function hasLabels({ labels }: Sample, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value)
}

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** The samples of OpenMetrics text. */
export function samplesIn(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    if (line === '' || line.startsWith('#')) return []
    const [, name = '', labels = '', value = ''] = LINE.exec(line) ?? []
    if (name === '') throw new Error(`not a line of OpenMetrics: ${line}`)
    const pairs = [...labels.matchAll(LABEL)].map(([, label = '', text = '']) => [label, text])
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }]
  })
}
