import fs from 'node:fs'
import path from 'node:path'
import { importsIn } from './read-imports.ts'

/** Which packages of the lock file run in production: on the server, or built into the page. */

const root = path.join(import.meta.dirname, '../..')

export type Locked = {
  readonly version?: string
  readonly integrity?: string
  readonly license?: string
  readonly dev?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
/** The `packages` of a lock file, keyed by the folder each is installed in. */
export type LockedPackages = Readonly<Record<string, Locked>>

export type Shipped = {
  readonly name: string
  readonly version: string
  /** As the lock file has it: `sha512-…`. */
  readonly integrity: string
  /** What the package declares; null if it declares nothing. */
  readonly licence: string | null
  readonly runsIn: 'server' | 'browser'
}

/** Not imported: the build writes parts of them into the styles and the service worker. */
const WRITTEN_IN_BY_THE_BUILD = ['tailwindcss', 'workbox-core', 'workbox-precaching', 'workbox-routing']

/**
 * Everything shipped, by name and version, without duplicates. A package that also runs on the server counts as the
 * server's.
 *
 * @param inBrowser names of the packages that the web app imports directly
 */
export function shippedPackages(packages: LockedPackages, inBrowser: readonly string[]): Shipped[] {
  const server = Object.keys(packages).filter((folder) => folder !== '' && packages[folder]?.dev !== true)
  const browser = withDependencies(
    packages,
    inBrowser.map((name) => `node_modules/${name}`),
  )
  const found = new Map<string, Shipped>()
  for (const [folders, runsIn] of [[browser, 'browser'] as const, [server, 'server'] as const]) {
    for (const folder of folders) {
      const { version = '', integrity = '', license } = packages[folder] ?? {}
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
      found.set(`${name}@${version}`, { name, version, integrity, licence: license ?? null, runsIn })
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

/**
 * The folders of these packages and of everything they need, as far as the lock file lists them.
 *
 * @param needsOf the names that a package needs; by default its `dependencies`
 */
export function withDependencies(
  packages: LockedPackages,
  folders: readonly string[],
  needsOf: (locked: Locked) => readonly string[] = ({ dependencies = {} }) => Object.keys(dependencies),
): Set<string> {
  const reached = new Set<string>()
  const waiting = [...folders]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const locked = packages[folder]
    if (reached.has(folder) || locked === undefined) continue
    reached.add(folder)
    for (const name of needsOf(locked)) waiting.push(nearest(packages, folder, name))
  }
  return reached
}

/** Resolves a package as Node does: in the package's own folder, then in each parent folder. */
function nearest(packages: LockedPackages, from: string, name: string): string {
  for (
    let folder = from;
    folder !== '';
    folder = folder.slice(0, Math.max(folder.lastIndexOf('node_modules/') - 1, 0))
  ) {
    const place = `${folder}/node_modules/${name}`
    if (packages[place] !== undefined) return place
  }
  return `node_modules/${name}`
}

/** The packages that the web app imports, tests excluded, and those that its build writes in. */
export function packagesOfWeb(): string[] {
  const folder = path.join(root, 'web/src')
  const files = fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
  const specifiers = files.flatMap((name) => importsIn(fs.readFileSync(path.join(folder, name), 'utf8')))
  const names = specifiers
    .filter(({ typeOnly, specifier }) => !typeOnly && /^[@a-z]/.test(specifier))
    .map(({ specifier }) => specifier.match(/^(?:@[^/]+\/)?[^/]+/)?.[0] ?? specifier)
    .filter((name) => !name.includes(':'))
  return [...new Set([...names, ...WRITTEN_IN_BY_THE_BUILD])].sort()
}

/** What this repository ships now. */
export function readShipped(): Shipped[] {
  const { packages } = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  return shippedPackages(packages as LockedPackages, packagesOfWeb())
}
