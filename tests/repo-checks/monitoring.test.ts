import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ALARM_KINDS } from '#server/outbox/alarms/alarm-kinds.ts'
import { STATES } from '#server/payments/orders/machine.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { readFromRoot } from '#tests/support/shown-by.ts'
import { startWatchedJara, type WatchedJara } from '#tests/support/watched.ts'
import { findPromtool } from '../../scripts/lib/machine.js'

/** deploy/monitoring: what Prometheus reads, when it alerts, and what Grafana shows. */

type Rule = { alert: string; expr: string; annotations: { summary: string; runbook: string } }
type Step = { color: string; value: number | null }
type Panel = {
  title: string
  type: string
  targets: { expr: string }[]
  options: { colorMode?: string }
  fieldConfig: { defaults: { unit: string; noValue?: string; thresholds?: { steps: Step[] } } }
}

const rules: Rule[] = parse(readFromRoot('deploy/monitoring/jara-alerts.yml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
)
const panels: Panel[] = JSON.parse(readFromRoot('deploy/monitoring/jara-dashboard.json')).panels
/** The names of the pages, sorted. */
const alarmPages = fs
  .readdirSync(path.join(import.meta.dirname, '../../docs/operate/alarms'))
  .map((name) => path.basename(name, '.md'))
  .toSorted()
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

describe('an alert', () => {
  it.each(rules)('$alert leads to its page, which says what to do', ({ alert, annotations }) => {
    expect(annotations.runbook).toBe(`docs/operate/alarms/${alert}.md`)
    expect(readFromRoot(annotations.runbook)).toMatch(new RegExp(`^# ${alert}\n[\\s\\S]*\n## What to do\n`))
  })

  it('has a page while there is a rule for it, and no longer', () => {
    expect(alarmPages.filter((page) => /^Jara[A-Z]/.test(page))).toEqual(rules.map(({ alert }) => alert).toSorted())
  })

  it('is shown to fire and not to fire', () => {
    type Case = { alertname: string; exp_alerts: unknown[] }
    const cases: Case[] = parse(readFromRoot('deploy/monitoring/jara-alerts-cases.yml')).tests.flatMap(
      (test: { alert_rule_test: Case[] }) => test.alert_rule_test,
    )
    const named = (fires: boolean) =>
      new Set(cases.filter((each) => each.exp_alerts.length > 0 === fires).map(({ alertname }) => alertname))
    const all = new Set(rules.map(({ alert }) => alert))
    expect(named(true)).toEqual(all)
    expect(named(false)).toEqual(all)
  })
})

describe('an alarm', () => {
  const kinds = Object.entries(ALARM_KINDS)
  /** An order that waits has one page for its three alarms. */
  const pageOf = (kind: string) => kind.replace(/(?<=^order-waiting)-.+/, '')
  const index = readFromRoot('docs/operate/alarms/README.md')

  it.each(kinds)('%s has a page with its words at the console, and what to do', (kind, { title }) => {
    const page = readFromRoot(`docs/operate/alarms/${pageOf(kind)}.md`).replaceAll(/\s+/g, ' ')
    expect(page).toContain(`*${title}*`)
    expect(page).toContain(' ## What to do ')
  })

  it('is in the index with its words, and whether it lasts', () => {
    const rows = kinds.map(
      ([kind, each]) => `| [\`${kind}\`](${pageOf(kind)}.md) | ${each.title} | ${'lasts' in each ? 'yes' : ''} |`,
    )
    expect(index.split('\n').filter((line) => line.startsWith('| [`'))).toEqual(rows)
    for (const { alert } of rules) expect(index).toContain(`| [${alert}](${alert}.md) |`)
  })

  it('has a page while it is one, and no longer', () => {
    const pages = alarmPages.filter((page) => !/^Jara[A-Z]|^README$/.test(page))
    expect(pages).toEqual([...new Set(kinds.map(([kind]) => pageOf(kind)))].toSorted())
  })
})

describe('a stat of the dashboard', () => {
  const stats = panels.filter(({ type }) => type === 'stat')
  const stepsOf = ({ fieldConfig }: Panel) => fieldConfig.defaults.thresholds?.steps ?? []
  /** The colour in Grafana: that of the last step reached. Null: there is no figure. */
  const colorOf = (panel: Panel, value: number | null) =>
    stepsOf(panel).findLast((step) => step.value === null || (value !== null && value >= step.value))?.color

  it.each(stats)('$title has thresholds of its own, and no figure is never green', (panel) => {
    expect(stepsOf(panel).length).toBeGreaterThan(0)
    const values = stepsOf(panel).map(({ value }) => value ?? Number.NEGATIVE_INFINITY)
    expect(values).toEqual(values.toSorted((one, other) => one - other))
    expect([colorOf(panel, null), panel.fieldConfig.defaults.noValue]).toEqual([
      panel.options.colorMode === 'none' ? 'text' : 'red',
      'No figures',
    ])
    for (const { expr } of panel.targets) if (expr.includes('vector(0)')) expect(expr).toContain('jara_figures_up')
  })

  it.each([
    ['Payments suspended', 0, 'green'],
    ['Payments suspended', 1, 'red'],
    ['Orders without proof either way', 0, 'green'],
    ['Orders without proof either way', 5, 'red'],
    ['Oldest order on its way', 0, 'green'],
    ['Oldest order on its way', 22 * 60, 'red'],
    ['Open alarms', 0, 'green'],
    ['Open alarms', 1, 'orange'],
    ['Books checked, seconds ago', 60, 'green'],
    ['Books checked, seconds ago', 301, 'red'],
    ['Reserved for open orders, naira', 80, 'text'],
  ])('%s at %s is %s', (title, value, color) => {
    const panel = stats.find((each) => each.title === title)
    expect(panel === undefined ? null : colorOf(panel, value)).toBe(color)
  })
})

describe('a rule or a panel', () => {
  let jara: WatchedJara
  let exported: Set<string>
  beforeAll(async () => {
    jara = await startWatchedJara(featureDatabases[0] ?? 'pglite')
    exported = new Set(['up', ...seriesOf((await jara.scrape()).text)])
  })
  afterAll(() => jara.close())

  it('names only metrics that the program exports', () => {
    const named = new Set(expressions.flatMap((expr) => expr.match(/\b(?:jara|nodejs|process)_\w+|\bup\b/g) ?? []))
    expect(named.size).toBeGreaterThan(25)
    expect([...named].filter((name) => !exported.has(name))).toEqual([])
  })

  it('is joined by a page that explains every metric of ours', () => {
    const families = [...exported]
      .filter((name) => /^jara_/.test(name))
      .map((name) => name.replace(/_(?:bucket|count|sum)$/, ''))
    const explained = readFromRoot('docs/operate/watching.md')
    expect(families.filter((name) => !explained.includes(`\`${name}\``))).toEqual([])
  })

  it('names only values of labels that there are', () => {
    for (const expr of expressions) {
      for (const [, state = ''] of expr.matchAll(/state="(\w+)"/g)) expect(Object.keys(STATES)).toContain(state)
      for (const [, provider = ''] of expr.matchAll(/provider="(\w+)"/g))
        expect([jara.payments.name, jara.bills.name]).toContain(provider)
      for (const [, method = '', url = ''] of expr.matchAll(/method="(\w+)",route="([^"]+)"/g))
        expect(jara.app.hasRoute({ method: method as 'POST', url })).toBe(true)
    }
  })
})

/** The names of a scrape's series, including those without a sample yet. */
function seriesOf(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) => {
    if (type === 'counter') return [`${name}_total`]
    return type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name]
  })
}

/** Prometheus's own tool; `npm test` installs it and prints when it is missing. */
const promtool = findPromtool()

describe.each(promtool === null ? [] : [promtool])('by %s', (program) => {
  it.each(['check config prometheus.yml', 'check rules jara-alerts.yml', 'test rules jara-alerts-cases.yml'])(
    '%s succeeds',
    (words) => {
      const cwd = path.join(import.meta.dirname, '../../deploy/monitoring')
      const { status, stdout, stderr } = spawnSync(program, words.split(' '), { cwd, encoding: 'utf8' })
      expect({ status, said: `${stdout}${stderr}` }).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') })
    },
  )
})
