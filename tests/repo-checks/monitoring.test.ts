import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { STATES } from '#server/payments/orders/machine.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { readFromRoot } from '#tests/support/shown-by.ts'
import { startWatchedJara, type WatchedJara } from '#tests/support/watched.ts'
import { findPromtool } from '../../scripts/lib/machine.js'

/** deploy/monitoring: what Prometheus reads, when it raises an alert, and what Grafana shows. */

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
const runbook = readFromRoot('docs/operate/runbook.md')
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
]

describe('an alert', () => {
  const headings = runbook.split('\n').flatMap((line) => /^#{2,4} (.+)$/.exec(line)?.[1] ?? [])

  it.each(rules)('$alert leads to the section of the runbook that says what to do', ({ alert, annotations }) => {
    expect(headings).toContain(alert)
    expect(annotations.runbook).toBe(`docs/operate/runbook.md#${alert.toLowerCase()}`)
  })

  it('has a section while there is a rule for it, and no longer', () => {
    expect(headings.filter((heading) => /^Jara[A-Z]\w+$/.test(heading))).toEqual(rules.map(({ alert }) => alert))
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

describe('a stat of the dashboard', () => {
  const stats = panels.filter(({ type }) => type === 'stat')
  const stepsOf = ({ fieldConfig }: Panel) => fieldConfig.defaults.thresholds?.steps ?? []
  /** As Grafana colours it: by the last step that it reaches. Null: there is no figure. */
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

  it('is joined by the runbook, which explains every metric of ours', () => {
    const families = [...exported]
      .filter((name) => /^jara_/.test(name))
      .map((name) => name.replace(/_(?:bucket|count|sum)$/, ''))
    const explained = runbook.slice(runbook.indexOf('## Watching it'), runbook.indexOf('### JaraDown'))
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

/** The names of a scrape's series, also of those without a sample yet. */
function seriesOf(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) => {
    if (type === 'counter') return [`${name}_total`]
    return type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name]
  })
}

/** Prometheus's own tool; `npm test` installs it and says aloud when it is missing. */
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
