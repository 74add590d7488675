import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { featureDatabases } from '#tests/support/databases.ts'
import { SILENCE_TIMEOUT_MS } from '#tests/support/jara.ts'
import { type Sample, startWatchedJara, type WatchedJara } from '#tests/support/watched.ts'
import { findPromtool } from '../../scripts/lib/machine.js'

/**
 * An outage at the payment provider, from the fault to the alert. The product is scraped over HTTP each minute of its
 * own clock, and promtool evaluates the rules of deploy/monitoring on the samples; no Prometheus server runs.
 */

const RULES = path.join(import.meta.dirname, '../../deploy/monitoring/jara-alerts.yml')
const MINUTES = 30
/** The number of verifications, one a minute, that the provider leaves unanswered. */
const SILENT_ANSWERS = 15
const THRESHOLD_S = 600
const OLDEST_UNKNOWN = 'jara_open_orders_oldest_timestamp_seconds'

let jara: WatchedJara
/** Samples by minute. */
const scrapes: (readonly Sample[])[] = []
let startedS: number

beforeAll(async () => {
  jara = await startWatchedJara(featureDatabases[0] ?? 'pglite', { providerTimeoutMs: SILENCE_TIMEOUT_MS })
  const ada = await jara.person('Ada Obi')
  jara.clock.advance(1_000)
  startedS = jara.clock.now().getTime() / 1_000
  await jara.sandbox.fault({ operation: 'transfer', fault: 'accept-then-500' })
  await jara.sandbox.fault({ operation: 'transfer-verify', fault: 'down', count: SILENT_ANSWERS })
  await jara.sandbox.fault({ operation: 'webhook', fault: 'lost', count: 10 })
  await ada.withdraw(500_000n)
  for (let minute = 0; minute <= MINUTES; minute++) {
    await jara.settle()
    scrapes.push((await jara.scrape()).samples)
    jara.clock.advance(60_000)
  }
})
afterAll(() => jara.close())

/** How long an outcome has been unknown, by minute, seconds; null while none is. */
function unknownForS(): (number | null)[] {
  return scrapes.map((samples, minute) => {
    const oldest = samples.find(({ name, labels }) => name === OLDEST_UNKNOWN && labels.state === 'unknown')
    return oldest === undefined ? null : startedS + minute * 60 - oldest.value
  })
}

it('makes the metric cross the threshold of its rule, and the end of it makes it fall again', async () => {
  const ages = unknownForS()
  const aboveAt = ages.flatMap((age, minute) => (age !== null && age > THRESHOLD_S ? [minute] : []))
  expect(aboveAt[0]).toBe(THRESHOLD_S / 60 + 1)
  expect(aboveAt.at(-1)).toBeLessThan(MINUTES - 5)
  expect(ages.at(-1)).toBeNull()
  expect(await jara.database.query('select state from orders')).toEqual([{ state: 'settled' }])
})

/** The scraped series in promtool's format: a value per minute, and a stale marker at a series' end. */
function inputSeries(): { series: string; values: string }[] {
  const named = new Map<string, (number | null)[]>()
  for (const [minute, samples] of scrapes.entries()) {
    for (const { name, labels, value } of samples) {
      if (!name.startsWith('jara_')) continue
      const pairs = Object.entries({ job: 'jara', instance: 'app1', ...labels }).map(
        ([label, text]) => `${label}="${text}"`,
      )
      const series = `${name}{${pairs.join(',')}}`
      const values = named.get(series) ?? Array<number | null>(MINUTES + 1).fill(null)
      // promtool's clock starts at 0.
      values[minute] = /_timestamp_seconds$/.test(name) && value !== 0 ? value - startedS : value
      named.set(series, values)
    }
  }
  return [...named].map(([series, values]) => ({
    series,
    values: values.map((value, at) => value ?? (at > 0 && values[at - 1] !== null ? 'stale' : '_')).join(' '),
  }))
}

const promtool = findPromtool()

describe.each(promtool === null ? [] : [promtool])('by %s', (program) => {
  const OUTAGE = {
    exp_labels: { severity: 'critical', provider: 'paystack' },
    exp_annotations: {
      summary: 'an order at paystack has had no proof either way for 13m 0s',
      runbook: 'docs/operate/alarms/JaraOutcomesUnknown.md',
    },
  }

  /** promtool's complaints about these expectations; empty when they hold. */
  function wrongOf(expected: readonly { minute: number; alerts: readonly object[] }[]): string {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-outage-'))
    const file = path.join(folder, 'outage.test.yml')
    const rule = expected.map(({ minute, alerts }) => ({
      eval_time: `${minute}m`,
      alertname: 'JaraOutcomesUnknown',
      exp_alerts: alerts,
    }))
    const test = { interval: '1m', input_series: inputSeries(), alert_rule_test: rule }
    fs.writeFileSync(file, stringify({ rule_files: [RULES], evaluation_interval: '1m', tests: [test] }))
    const { status, stdout, stderr } = spawnSync(program, ['test', 'rules', file], { encoding: 'utf8' })
    fs.rmSync(folder, { recursive: true })
    return status === 0 ? '' : `${stdout}${stderr}`
  }

  it('the rule fires for what was scraped during the outage, and resolves after it', () => {
    expect(wrongOf([{ minute: 10, alerts: [] }])).toBe('')
    expect(wrongOf([{ minute: 13, alerts: [OUTAGE] }])).toBe('')
    expect(wrongOf([{ minute: MINUTES, alerts: [] }])).toBe('')
    // Proves that promtool notices: the opposite expectation fails.
    expect(wrongOf([{ minute: 13, alerts: [] }])).toContain('JaraOutcomesUnknown')
  })
})
