import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PAYSTACK_REFUSALS, type PaystackRefusal } from '#sandbox/paystack/refusals.ts'
import { TERMII_REFUSALS, type TermiiRefusal } from '#sandbox/termii/refusals.ts'
import { VTPASS_REFUSALS, type VtpassRefusal } from '#sandbox/vtpass/refusals.ts'

/** docs/reference/providers.md lists exactly the refusals in the tables, with their replies. */

const lines = fs.readFileSync(path.resolve('docs/reference/providers.md'), 'utf8').split('\n')
const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim())
const ROWS = new Map(
  lines.flatMap((line) => {
    const [, first = '', ...cells] = cellsOf(line)
    const name = /^`([a-z]+(?:-[a-z]+)+)`$/.exec(first)?.[1]
    return name === undefined || cells.length < 5 ? [] : [[name, cells] as const]
  }),
)
const by = (of: { by: 'call' | 'order' }) => (of.by === 'order' ? ', by order' : '')

const PAYSTACK = Object.entries<PaystackRefusal>(PAYSTACK_REFUSALS).map(([name, of]) => {
  const calls = of.operations.map((each) => `\`${each}\``).join(', ')
  return [name, [calls, `${of.http}`, `\`${of.code}\``, of.message, `${of.known}${by(of)}`]] as const
})
const VTPASS = Object.entries<VtpassRefusal>(VTPASS_REFUSALS).map(([name, of]) => {
  const when = `${of.when}${of.by === 'order' ? ' (by order)' : ''}`
  return [name, [`\`${of.operation}\``, `\`${of.code}\``, when]] as const
})
const TERMII = Object.entries<TermiiRefusal>(TERMII_REFUSALS).map(
  ([name, of]) => [name, [`${of.http}`, of.message, `${of.known}${by(of)}`]] as const,
)
const ALL = [...PAYSTACK, ...VTPASS, ...TERMII]

test.for(ALL)(
  'docs/reference/providers.md says of %s what the sandbox answers, and what the app does',
  ([name, cells]) => {
    const row = ROWS.get(name) ?? []
    expect(row.slice(0, cells.length)).toEqual(cells)
    expect(row[cells.length]?.length).toBeGreaterThan(10)
  },
)

test('docs/reference/providers.md names no refusal that is in no table', () => {
  const known = new Set(ALL.map(([name]) => name))
  expect([...ROWS.keys()].filter((name) => !known.has(name))).toEqual([])
})
