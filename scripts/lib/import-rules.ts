import path from 'node:path'
import { type Import, importsIn } from './read-imports.ts'

/** The repository as the rules see it: each file's path (from the root, with `/`) and text. */
export type Files = ReadonlyMap<string, string>

type Edge = { readonly from: string; readonly to: string; readonly typeOnly: boolean }

/**
 * The order of the server: a file imports from its own layer's folder and from lower layers, never from a higher one.
 * Two folders of one layer do not know each other.
 */
const SERVER_LAYERS: readonly (readonly RegExp[])[] = [
  [
    /^server\/(clock|errors|ids|keys|secret|secret-check|secret-change|prices|config|config-[a-z-]+|default-password|link-check|log|node-version|public-name|events|version|deps|seal)\.ts$/,
    /^server\/db\//,
    /^server\/text\//,
  ],
  [
    /^server\/ledger\//,
    /^server\/providers\//,
    /^server\/jobs\//,
    /^server\/bpc\//,
    /^server\/stops\//,
    /^server\/pins\//,
  ],
  [/^server\/orders\//, /^server\/http\//, /^server\/backups\//, /^server\/mail\//],
  [/^server\/features\//],
  [/^server\/(app|work-handlers)\.ts$/],
  [/^server\/main\.ts$/, /^server\/commands\//],
]

/** Names of types only, for everybody: what a use case is given, and what a route is added to. */
const TYPES_FOR_ALL = new Set(['server/deps.ts', 'server/app.ts'])

/** Features meet in routes. Beyond that, these files are what a feature offers to the others. */
const OFFERED_BY_FEATURES = new Set([
  'server/features/recoveries/stop-recovery.ts',
  'server/features/ways-back/prove-email.ts',
  'server/features/ways-back/freeze-link.ts',
  'server/features/passkeys/ask-for-passkey.ts',
  'server/features/factors/recovery-codes.ts',
  'server/features/factors/read-factors.ts',
  'server/features/factors/code-tries.ts',
  'server/features/factors/authenticator.ts',
  'server/features/accounts/sign-in.ts',
  'server/features/accounts/sign-in-wait.ts',
  'server/features/accounts/session-cookie.ts',
  'server/features/accounts/passwords.ts',
  'server/features/accounts/password-rules.ts',
  'server/features/accounts/once.ts',
  'server/features/accounts/freeze.ts',
  'server/features/account-events/tell-owner.ts',
  'server/features/accounts/describe-browser.ts',
  'server/features/accounts/session.ts',
  'server/features/banks/catalogue.ts',
  'server/features/banks/resolve-account.ts',
  'server/features/devices/active-device.ts',
  'server/features/devices/challenges.ts',
  'server/features/devices/check-approval.ts',
  'server/features/devices/try-pin.ts',
  'server/features/devices/device-key.ts',
  'server/features/accounts/bounded-queue.ts',
  'server/features/accounts/person-rules.ts',
  'server/features/accounts/read-me.ts',
  'server/features/history/list-transactions.ts',
  'server/features/orders/approve-order.ts',
  'server/features/orders/quote-checks.ts',
  'server/features/orders/quote-purchase.ts',
  'server/features/passkeys/check-assertion.ts',
  'server/features/purchases/catalogue.ts',
  'server/features/purchases/read-number.ts',
  'server/features/purchases/read-purchase.ts',
  'server/features/accounts/bounded-queue.ts',
  'server/features/selling/csv-text.ts',
  'server/features/selling/customers.ts',
  'server/features/statements/file-name.ts',
  'server/features/statements/pdf-document.ts',
  'server/features/operators/operator.ts',
  'server/features/operators/requests.ts',
  'server/features/wallet/open-wallet.ts',
])

/** Which parts of the repository a part may import beside itself. `audit` shares no code with what it audits. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  server: ['contract'],
  sandbox: ['contract'],
  audit: [],
  web: ['contract'],
}

/**
 * Whatever exists belongs to the provider it names (`providerFor`). Only these begin something, or look at every provider
 * one by one: no other file can reach one that nothing names.
 */
const REACHES_PROVIDERS: Readonly<Record<'providerForNew' | 'everyProvider', ReadonlySet<string>>> = {
  providerForNew: new Set([
    'server/features/banks/catalogue.ts',
    'server/features/banks/resolve-account.ts',
    'server/features/orders/quote-bpc.ts',
    'server/features/orders/quote-purchase.ts',
    'server/features/orders/quote-withdrawal.ts',
    'server/features/purchases/catalogue.ts',
    'server/features/purchases/resolve-customer.ts',
    'server/features/selling/quote-batch.ts',
    'server/features/wallet/open-wallet.ts',
  ]),
  everyProvider: new Set([
    'server/features/clock/ask-time.ts',
    'server/features/funding/poll-payments.ts',
    'server/features/reconciliation/compare-balance.ts',
    'server/features/reconciliation/not-configured.ts',
    'server/features/reconciliation/reconcile.ts',
    'server/features/webhooks/routes.ts',
  ]),
}
/** Where the registry is made, and where its functions are. */
const PROVIDERS_AT_HOME: ReadonlySet<string> = new Set([
  'server/main.ts',
  'server/commands/reconcile.ts',
  'server/providers/connect-configured.ts',
  'server/providers/registry.ts',
])
const ADAPTER_FOLDER = /^server\/providers\/([^/]+)\//

const WRITES_LEDGER =
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?ledger_(\w+)|\bledger_post(?:_together)?\s*\(/gi
const DRIVERS = /^(?:pg|@electric-sql\/pglite)(?:\/|$)/

/** Every sentence that is true of this repository and should not be. Tests are free to import what they need. */
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
        if (to === null) violations.push(...checkPackage(file, each.specifier))
        else edges.push({ from: file, to, typeOnly: each.typeOnly })
      }
    }
    violations.push(...checkSql(file, text), ...checkProviders(file, text))
  }
  for (const edge of edges) violations.push(...checkEdge(edge, zodUsers))
  return [...violations, ...findCycles(edges)].sort()
}

/** The file an import means, from the root of the repository; null for packages and Node's own modules. */
export function targetOf(file: string, { specifier }: Pick<Import, 'specifier'>): string | null {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  return specifier.startsWith('#') ? specifier.slice(1) : null
}

function checkPackage(file: string, specifier: string): string[] {
  const elsewhere = file.startsWith('server/') && !file.startsWith('server/db/')
  if (elsewhere && DRIVERS.test(specifier)) return [`${file} imports the driver ${specifier}: only server/db/ may`]
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
  return fromPart === 'server' ? checkServer(edge) : []
}

function checkServer({ from, to, typeOnly }: Edge): string[] {
  if (typeOnly && (TYPES_FOR_ALL.has(to) || from === 'server/deps.ts')) return []
  const [fromLayer, toLayer] = [placeOf(from), placeOf(to)]
  if (fromLayer === null) return [`${from} is in no layer: name its folder in scripts/lib/import-rules.ts`]
  if (toLayer === null) return [`${from} imports ${to}, which is in no layer`]
  if (toLayer.layer > fromLayer.layer) return [`${from} imports ${to}: imports point downwards only`]
  if (toLayer.layer === fromLayer.layer && toLayer.folder !== fromLayer.folder && fromLayer.layer > 0) {
    return [`${from} imports ${to}: neighbours of one layer do not know each other`]
  }
  return checkFeatures(from, to)
}

function checkFeatures(from: string, to: string): string[] {
  const [fromFeature, toFeature] = [featureOf(from), featureOf(to)]
  if (fromFeature === null || toFeature === null || fromFeature === toFeature || OFFERED_BY_FEATURES.has(to)) return []
  return [
    `${from} imports ${to}: features meet in what they offer, see OFFERED_BY_FEATURES in scripts/lib/import-rules.ts`,
  ]
}

function placeOf(file: string): { layer: number; folder: number } | null {
  for (const [layer, folders] of SERVER_LAYERS.entries()) {
    const folder = folders.findIndex((each) => each.test(file))
    if (folder >= 0) return { layer, folder }
  }
  return null
}

function featureOf(file: string): string | null {
  return /^server\/features\/([^/]+)\//.exec(file)?.[1] ?? null
}

/** Only the ledger's migrations write its tables; only post.ts calls the functions that do. */
function checkSql(file: string, text: string): string[] {
  if (!file.startsWith('server/')) return []
  return [...text.matchAll(WRITES_LEDGER)].flatMap(([statement, table]) => {
    if (/^server\/migrations\/\d{4}_ledger\w*\.sql$/.test(file)) return []
    if (table === undefined && file === 'server/ledger/post.ts') return []
    // Which days are closed, and their sums: what the entries say already, stored to be read faster.
    if (/^(house_balances|closed_days)$/.test(table ?? '') && file === 'server/ledger/close-days.ts') return []
    return [`${file} writes the ledger (${statement.replaceAll(/\s+/g, ' ')}): only server/ledger/post.ts may`]
  })
}

/** Nobody reaches a provider by accident: neither through the registry nor past it. */
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

function findCycles(edges: readonly Edge[]): string[] {
  const targets = new Map<string, string[]>()
  for (const { from, to, typeOnly } of edges) {
    if (!typeOnly) targets.set(from, [...(targets.get(from) ?? []), to])
  }
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
