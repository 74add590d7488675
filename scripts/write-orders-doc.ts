import fs from 'node:fs'
import path from 'node:path'
import type { OrderState } from '#contract/orders.ts'
import { STATES, TRANSITIONS } from '#server/orders/machine.ts'

const file = path.join(import.meta.dirname, '..', 'docs', 'orders.md')
const BEGIN = '<!-- made from server/orders/machine.ts by scripts/write-orders-doc.ts: begin -->'
const END = '<!-- end -->'

/** What became of the wallet's money. A purchase by bank transfer takes none before it is paid. */
function moneyOf(state: OrderState): string {
  if (state === 'awaiting_payment' || state === 'expired') return 'none taken'
  return STATES[state].open ? 'reserved' : 'resolved'
}

/** The tables and the diagram of docs/orders.md, made from the transitions the server runs on. */
export function ordersTables(): string {
  const states = Object.keys(STATES) as OrderState[]
  const edges = states.flatMap((from) =>
    Object.entries(TRANSITIONS[from]).map(([event, { to, posts }]) => ({ from, event, to, posts })),
  )
  const moving = edges.filter((edge) => edge.from !== edge.to)
  return [
    '| state | a person sees | money | meaning |',
    '| --- | --- | --- | --- |',
    ...states.map((each) => {
      const { status, meaning } = STATES[each]
      return `| \`${each}\` | ${status} | ${moneyOf(each)} | ${meaning} |`
    }),
    '',
    '| from | event | to | posts |',
    '| --- | --- | --- | --- |',
    ...edges.map(({ from, event, to, posts }) => `| \`${from}\` | ${event} | \`${to}\` | ${posts ?? ''} |`),
    '',
    '```mermaid',
    'stateDiagram-v2',
    '  [*] --> held: approved',
    '  [*] --> awaiting_payment: to be paid by bank transfer',
    ...moving.map(
      ({ from, event, to, posts }) => `  ${from} --> ${to}: ${event}${posts === null ? '' : ` / ${posts}`}`,
    ),
    '```',
  ].join('\n')
}

/** The document with its generated part brought up to date. */
export function withTables(document: string): string {
  const [before, rest] = document.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`docs/orders.md has lost its marks: ${BEGIN}`)
  return `${before}${BEGIN}\n\n${ordersTables()}\n\n${END}${after}`
}

if (process.argv[1] === import.meta.filename) fs.writeFileSync(file, withTables(fs.readFileSync(file, 'utf8')))
