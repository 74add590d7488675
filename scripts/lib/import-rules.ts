import path from 'node:path'
import { type Import, importsIn } from './read-imports.ts'

/** The repository as the rules see it: each file's path (from the root, with `/`) and text. */
export type Files = ReadonlyMap<string, string>

type Edge = { readonly from: string; readonly to: string; readonly typeOnly: boolean }

/**
 * The rooms of each part, lowest first: a file imports from its own room and from lower ones. Rooms on one line do not
 * import each other. A room is a folder directly below the part, or one of its files.
 */
const ROOMS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: [
    ['tables'],
    ['platform'],
    ['outbox'],
    ['ledger', 'providers', 'suspension'],
    ['identity'],
    ['alerts'],
    ['payments'],
    ['deposits'],
    ['activity'],
    ['wallet', 'selling', 'support', 'privacy', 'controls'],
    ['installation'],
    ['acts'],
    ['console'],
    ['job-handlers.ts'],
    ['app.ts'],
    ['main.ts', 'commands'],
  ],
  'web/src': [
    ['lib', 'styles.css'],
    ['installation'],
    ['ui'],
    ['identity', 'wallet', 'pwa'],
    ['payments'],
    ['deposits', 'activity'],
    ['alerts', 'home', 'selling', 'support', 'console'],
    ['public'],
    ['privacy'],
    ['app'],
    ['main.tsx', 'prerender'],
  ],
}

/** The type of what every use case receives: it lists types of all rooms, and the rooms name it in turn. */
const DEPS = 'server/deps.ts'

/** Which parts of the repository a part may import beside itself. `audit` shares no code with what it audits. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  server: ['contract'],
  sandbox: ['contract'],
  audit: [],
  web: ['contract'],
}

/**
 * Everything that exists belongs to the provider it names (`providerFor`). Only these files start something new or
 * check every provider in turn; no other file can reach a provider that nothing names.
 */
const REACHES_PROVIDERS: Readonly<Record<'providerForNew' | 'everyProvider', ReadonlySet<string>>> = {
  providerForNew: new Set([
    'server/payments/banks/bank-catalogue.ts',
    'server/payments/banks/resolve-account.ts',
    'server/payments/kinds/bpc/quote-bpc.ts',
    'server/payments/kinds/purchase/quote-purchase.ts',
    'server/payments/kinds/withdrawal/quote-withdrawal.ts',
    'server/payments/bills/bill-catalogue.ts',
    'server/payments/bills/resolve-customer.ts',
    'server/selling/quote-batch.ts',
    'server/deposits/ask-for-account.ts',
    'server/wallet/open-wallet.ts',
  ]),
  everyProvider: new Set([
    'server/controls/clock/ask-time.ts',
    'server/deposits/poll-payments.ts',
    'server/controls/reconciliation/compare-balance.ts',
    'server/controls/reconciliation/not-configured.ts',
    'server/controls/reconciliation/reconcile.ts',
    'server/deposits/webhooks/routes.ts',
  ]),
}
/** Where the registry is built, and where its functions are defined. */
const PROVIDERS_AT_HOME: ReadonlySet<string> = new Set([
  'server/main.ts',
  'server/commands/product-deps.ts',
  'server/providers/connect-configured.ts',
  'server/providers/registry.ts',
])
const ADAPTER_FOLDER = /^server\/providers\/(?:payments|bills|sms)\/([^/]+)\//

const WRITES_LEDGER =
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?ledger_(\w+)|\bledger_post(?:_together)?\s*\(/gi
/** Functions and types that take a job's kind; the outbox versions accept only existing kinds. */
const TAKES_A_KIND =
  /\bimport\s+(?:type\s+)?\{([^}]*)\}\s*from\s*['"]#server\/platform\/jobs\/(?:queue|worker)\.ts['"]/g
const KIND_TAKERS = ['enqueue', 'dueJobs', 'DueJob', 'countDue', 'takeOver', 'createWorker', 'Worker']
const DRIVERS = /^(?:pg|@electric-sql\/pglite)(?:\/|$)/

/** Every violation of the rules, as a sentence. Tests may import what they need. */
export function findViolations(files: Files): string[] {
  const product = [...files].filter(
    ([file]) => (file.split('/')[0] as string) in MAY_IMPORT && !/\.test\.tsx?$/.test(file),
  )
  const zodUsers = new Set(
    product
      .filter(([, text]) => importsIn(text).some((each) => each.specifier.startsWith('zod')))
      .map(([file]) => file),
  )
  const edges: Edge[] = []
  const violations: string[] = []
  for (const [file, text] of product) {
    if (/\.(ts|tsx)$/.test(file)) {
      for (const each of importsIn(text)) {
        const to = targetOf(file, each)
        violations.push(...checkSpecifier(file, each))
        if (to === null) violations.push(...checkPackage(file, each.specifier))
        else edges.push({ from: file, to, typeOnly: each.typeOnly })
      }
    }
    violations.push(...checkSql(file, text), ...checkProviders(file, text), ...checkJobs(file, text))
  }
  for (const edge of edges) violations.push(...checkEdge(edge, zodUsers))
  return [...violations, ...findCycles(edges)].sort()
}

/** The path from the repository root of the imported file; null for packages and Node's own modules. */
export function targetOf(file: string, { specifier }: Pick<Import, 'specifier'>): string | null {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  return specifier.startsWith('#') ? specifier.slice(1).replace(/^web\//, 'web/src/') : null
}

function checkPackage(file: string, specifier: string): string[] {
  const elsewhere = file.startsWith('server/') && !file.startsWith('server/platform/db/')
  if (elsewhere && DRIVERS.test(specifier))
    return [`${file} imports the driver ${specifier}: only server/platform/db/ may`]
  if (file.startsWith('contract/') && !/^zod(\/|$)/.test(specifier)) {
    return [`${file} imports ${specifier}: contract/ needs nothing but zod`]
  }
  return []
}

function checkEdge(edge: Edge, zodUsers: ReadonlySet<string>): string[] {
  const { from, to, typeOnly } = edge
  const [fromPart = '', toPart = ''] = [from.split('/')[0], to.split('/')[0]]
  if (fromPart !== toPart) {
    if (!MAY_IMPORT[fromPart]?.includes(toPart))
      return [`${from} imports ${to}: ${fromPart}/ may not import ${toPart}/`]
    if (fromPart === 'web' && !typeOnly && zodUsers.has(to)) {
      return [`${from} imports values from ${to}, which brings zod into the browser: import types only`]
    }
    return []
  }
  const part = Object.keys(ROOMS).find((each) => from.startsWith(`${each}/`))
  return part === undefined ? [] : checkRooms(part, edge)
}

function checkRooms(part: string, { from, to, typeOnly }: Edge): string[] {
  if (typeOnly && (to === DEPS || from === DEPS)) return []
  const [fromRoom, toRoom] = [roomOf(part, from), roomOf(part, to)]
  const [fromLine, toLine] = [lineOf(part, fromRoom), lineOf(part, toRoom)]
  if (fromLine < 0) return [`${from} is in no room: name its folder in ROOMS of scripts/lib/import-rules.ts`]
  if (toLine < 0) return [`${from} imports ${to}, which is in no room`]
  if (fromRoom === toRoom || toLine < fromLine) return []
  return toLine > fromLine
    ? [`${from} imports ${to}: imports point downwards only`]
    : [`${from} imports ${to}: rooms of one line do not know each other`]
}

function roomOf(part: string, file: string): string {
  return file.slice(part.length + 1).split('/')[0] ?? ''
}

function lineOf(part: string, room: string): number {
  return (ROOMS[part] ?? []).findIndex((rooms) => rooms.includes(room))
}

/** One way to name a file: `./` in the same folder, otherwise from the root. */
function checkSpecifier(file: string, { specifier }: Pick<Import, 'specifier'>): string[] {
  const isPlain = !specifier.startsWith('../') || /^(?:audit)\//.test(file)
  return isPlain ? [] : [`${file} imports ${specifier}: another folder is named from the root, as #server/… or #web/…`]
}

/** Only the ledger's migrations write its tables; only post.ts calls the functions that do. */
function checkSql(file: string, text: string): string[] {
  if (!file.startsWith('server/')) return []
  return [...text.matchAll(WRITES_LEDGER)].flatMap(([statement, table]) => {
    // Generated from the migrations; nothing runs it.
    if (/^server\/(?:migrations\/\d{4}_ledger\w*|schema)\.sql$/.test(file)) return []
    if (table === undefined && file === 'server/ledger/post.ts') return []
    // Which days are closed, and their sums: derived from the entries, stored to be read faster.
    if (/^(house_balances|closed_days)$/.test(table ?? '') && file === 'server/ledger/close-days.ts') return []
    return [`${file} writes the ledger (${statement.replaceAll(/\s+/g, ' ')}): only server/ledger/post.ts may`]
  })
}

/** No file reaches a provider by accident: neither through the registry nor around it. */
function checkProviders(file: string, text: string): string[] {
  if (!file.startsWith('server/') || PROVIDERS_AT_HOME.has(file)) return []
  const reached = Object.entries(REACHES_PROVIDERS).flatMap(([name, files]) =>
    new RegExp(`\\b${name}\\b`).test(text) && !files.has(file)
      ? [`${file} uses ${name}: what exists belongs to the provider it names, see REACHES_PROVIDERS`]
      : [],
  )
  const past = importsIn(text).flatMap((each) => {
    const [folder, name] = ADAPTER_FOLDER.exec(targetOf(file, each) ?? '') ?? []
    return folder === undefined || file.startsWith(folder) ? [] : [`${file} imports the adapter of ${name}`]
  })
  const made = /\b(?:configureProviders|connectConfigured)\b/.test(text)
    ? [`${file} makes a registry of providers`]
    : []
  return [...reached, ...past, ...made]
}

/** Platform takes any name for a job; server/outbox/jobs/ takes only names that have a handler. */
function checkJobs(file: string, text: string): string[] {
  if (!file.startsWith('server/') || /^server\/(?:platform|outbox)\/jobs\//.test(file)) return []
  return [...text.matchAll(TAKES_A_KIND)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => KIND_TAKERS.includes(name))
      .map(
        (name) =>
          `${file} imports ${name} from server/platform/jobs/: server/outbox/jobs/ has it for the kinds there are`,
      ),
  )
}

/** Types count as well: two files that need each other to be understood are read in a circle. */
function findCycles(edges: readonly Edge[]): string[] {
  const targets = new Map<string, string[]>()
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to])
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file)
    if (start >= 0) cycles.push(`files import each other in a circle: ${[...trail.slice(start), file].join(' → ')}`)
    if (start >= 0 || done.has(file)) return
    for (const next of targets.get(file) ?? []) visit(next, [...trail, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  return cycles
}
