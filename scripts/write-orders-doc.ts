import fs from 'node:fs'
import path from 'node:path'
import type { OrderState } from '#contract/orders.ts'
import { DEPOSIT_STATES, DEPOSIT_TRANSITIONS } from '#server/deposits/deposit-machine.ts'
import { UNLISTED_DEPOSITS } from '#server/deposits/deposit-way-outs.ts'
import { STATES, TRANSITIONS } from '#server/payments/orders/machine.ts'
import { UNLISTED } from '#server/payments/orders/way-outs.ts'

const file = path.join(import.meta.dirname, '..', 'docs', 'reference', 'orders.md')
const BEGIN =
  '<!-- made from the machines and way-outs of server/payments/orders and server/deposits by scripts/write-orders-doc.ts: begin -->'
const END = '<!-- end -->'

/** What happened to the wallet's money. A purchase by bank transfer takes none before it is paid. */
function moneyOf(state: OrderState): string {
  if (state === 'awaiting_payment' || state === 'expired') return 'none taken'
  return STATES[state].open ? 'reserved' : 'resolved'
}

/** The only states and events of a purchase by bank transfer: no provider carries it out. */
const BY_TRANSFER = {
  states: ['awaiting_payment', 'expired', 'settled', 'returned'],
  events: ['paid', 'expired', 'given-back', 'refunded-by-operators'],
}

type Edge = {
  readonly from: string
  readonly event: string
  readonly to: string
  readonly posts: string | null
  readonly because?: string
}

/** The tables and diagrams of docs/reference/orders.md, made from the transitions that the server uses. */
export function ordersTables(): string {
  const states = Object.keys(STATES) as OrderState[]
  const edges = edgesOf(TRANSITIONS)
  const deposits = edgesOf(DEPOSIT_TRANSITIONS)
  const waits = (state: string) => state === 'awaiting_payment' || state === 'expired'
  return [
    '| state | a person sees | money | meaning |',
    '| --- | --- | --- | --- |',
    ...states.map((each) => {
      const { status, meaning } = STATES[each]
      return `| \`${each}\` | ${status} | ${moneyOf(each)} | ${meaning} |`
    }),
    '',
    ...tableOf(edges),
    '',
    ...wayOutsOf(UNLISTED),
    '',
    '### Orders that the wallet pays',
    '',
    ...diagramOf(
      edges.filter(({ from, to }) => !waits(from) && !waits(to)),
      ['held: approved'],
    ),
    '',
    '### Purchases by bank transfer',
    '',
    ...diagramOf(
      edges.filter(({ from, event }) => BY_TRANSFER.states.includes(from) && BY_TRANSFER.events.includes(event)),
      ['awaiting_payment: to be paid by bank transfer'],
    ),
    '',
    '### Payments that come in',
    '',
    '| state | money | meaning |',
    '| --- | --- | --- |',
    ...Object.entries(DEPOSIT_STATES).map(([state, { money, meaning }]) => `| \`${state}\` | ${money} | ${meaning} |`),
    '',
    ...tableOf(deposits),
    '',
    ...wayOutsOf(UNLISTED_DEPOSITS),
    '',
    ...diagramOf(deposits, ['unseen']),
  ].join('\n')
}

function edgesOf(
  table: Readonly<
    Record<string, Readonly<Partial<Record<string, { to: string; posts: string | null; because?: string }>>>>
  >,
): Edge[] {
  return Object.entries(table).flatMap(([from, events]) =>
    Object.entries(events).flatMap(([event, transition]) =>
      transition === undefined ? [] : [{ from, event, ...transition }],
    ),
  )
}

function tableOf(edges: readonly Edge[]): string[] {
  return [
    '| from | event | to | posts, or why it stays |',
    '| --- | --- | --- | --- |',
    ...edges.map(
      ({ from, event, to, posts, because }) => `| \`${from}\` | ${event} | \`${to}\` | ${posts ?? because ?? ''} |`,
    ),
  ]
}

type WayOut =
  | { readonly because: string; readonly proofs: readonly string[]; readonly acts: readonly string[] }
  | { readonly unasked: string }

/** Proofs that the table above does not list: nothing moves, and operators are alerted. */
function wayOutsOf(unlisted: Readonly<Record<string, Readonly<Partial<Record<string, WayOut>>>>>): string[] {
  const rows = Object.entries(unlisted).flatMap(([state, proofs]) => {
    const entries = new Set(Object.values(proofs).filter((each) => each !== undefined))
    return [...entries].map((entry) => {
      const said = Object.keys(proofs).filter((proof) => proofs[proof] === entry)
      return `| \`${state}\` | ${said.join(', ')} | ${wayOutOf(entry)} |`
    })
  })
  return ['| state | proof that fits nothing | why nothing moves | ended by |', '| --- | --- | --- | --- |', ...rows]
}

function wayOutOf(entry: WayOut): string {
  if ('unasked' in entry) return `${entry.unasked} | never comes`
  const acts = entry.acts.map((act) => `\`${act}\``)
  return `${entry.because} | ${[...entry.proofs, ...acts].join(', ')}`
}

/** A transition that stays in its state changes nothing and is not drawn. */
function diagramOf(edges: readonly Edge[], starts: readonly string[]): string[] {
  return [
    '```mermaid',
    'stateDiagram-v2',
    ...starts.map((start) => `  [*] --> ${start}`),
    ...edges
      .filter(({ from, to }) => from !== to)
      .map(({ from, event, to, posts }) => `  ${from} --> ${to}: ${event}${posts === null ? '' : ` / ${posts}`}`),
    '```',
  ]
}

/** The document with its generated part brought up to date. */
export function withTables(document: string): string {
  const [before, rest] = document.split(BEGIN)
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) throw new Error(`docs/reference/orders.md lacks its marks: ${BEGIN}`)
  return `${before}${BEGIN}\n\n${ordersTables()}\n\n${END}${after}`
}

if (process.argv[1] === import.meta.filename) fs.writeFileSync(file, withTables(fs.readFileSync(file, 'utf8')))
