import fs from 'node:fs'
import path from 'node:path'
import { targetOf } from './import-rules.ts'
import { licencesPage } from './licences.ts'
import { importsIn } from './read-imports.ts'
import { type Lock, type Manifest, releaseLock, releaseManifest } from './release-packages.ts'
import { PlainError, root } from './runtime.js'
import { type Sbom, tidySbom } from './sbom.ts'
import { type LockedPackages, packagesOfWeb, shippedPackages } from './shipped.ts'

/** The contents of a production installation: what its processes and its operators' commands run or read. */

/** The parts a release may hold. An import that leads elsewhere (sandbox/, tests/) is refused. */
const PARTS = /^(?:server|contract|audit)\//
/** An operators' command in package.json; following imports starts at its file. */
const COMMAND = /^node ((?:server|audit)\/\S+\.ts)$/

/** Read or served, but not imported. */
const FOLDERS = [
  { folder: 'server/migrations', holds: /\.sql$/ },
  // The stamp tells `npm start` whether to rebuild.
  { folder: 'web/dist', holds: /(?<!^\.stamp)$/ },
  { folder: 'web/dist-server', holds: /$/ },
  // The runbook, and the configuration around the product, which it explains.
  { folder: 'docs/operate', holds: /\.md$/ },
  { folder: 'deploy', holds: /$/ },
]
const FILES = [
  '.npmrc',
  'LICENSE',
  'web/src/fonts/OFL.txt',
  'docs/reference/ledger.md',
  'docs/reference/limits.md',
  'docs/reference/security/connections.md',
  'docs/reference/security/data.md',
  'docs/reference/security/keys.md',
  'docs/reference/security/logs.md',
  'docs/reference/settings.md',
]

/**
 * Every file of a release with its bytes, by path from its root. The web app must be built. The same sources give the
 * same bytes.
 *
 * @throws if the server imports something that a release may not hold
 */
export function releaseFiles(): Map<string, Buffer> {
  const manifest: Manifest = readJson('package.json')
  const { sources, packages } = reachedFrom(['server/main.ts', ...commandsOf(manifest)], (file) =>
    fs.readFileSync(path.join(root, file), 'utf8'),
  )
  const listed = [...sources, ...FOLDERS.flatMap(filesOf), ...FILES].sort()
  const files = new Map(listed.map((file) => [file, fs.readFileSync(path.join(root, file))]))
  for (const [file, text] of written(manifest, { files: new Set(files.keys()), packages })) {
    files.set(file, Buffer.from(text))
  }
  for (const [file, bytes] of files) {
    if (file.endsWith('.md')) files.set(file, Buffer.from(withoutDeadLinks(file, bytes.toString(), [...files.keys()])))
  }
  return files
}

/**
 * Writes a release into a folder, which is made when it is not there.
 *
 * @throws PlainError when something is in it
 */
export function writeRelease(files: ReadonlyMap<string, Buffer>, folder: string): void {
  refuseFull(folder)
  for (const [file, bytes] of files) {
    fs.mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    fs.writeFileSync(path.join(folder, file), bytes)
  }
}

/** @throws PlainError if the folder is not empty: what it holds would become part of the release */
export function refuseFull(folder: string): void {
  if (!fs.existsSync(folder) || fs.readdirSync(folder).length === 0) return
  throw new PlainError(`${folder} is not empty: remove it, or name another folder`)
}

function commandsOf({ scripts }: Manifest): string[] {
  return Object.values(scripts).flatMap((command) => COMMAND.exec(command)?.[1] ?? [])
}

/**
 * All files that these import, directly or through others, and the packages they need. Type-only imports come along.
 *
 * @throws if one of them lies in a part that no release holds
 */
export function reachedFrom(
  starts: readonly string[],
  read: (file: string) => string,
): { sources: Set<string>; packages: Set<string> } {
  const [sources, packages] = [new Set<string>(), new Set<string>()]
  const waiting = [...starts]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (sources.has(file)) continue
    sources.add(file)
    const source = read(file)
    for (const each of [...importsIn(source), ...resolvedIn(source)]) {
      const target = targetOf(file, each)
      if (target !== null && !PARTS.test(target))
        throw new Error(`${file} imports ${target}, which is not part of a release`)
      if (target !== null) waiting.push(target)
      else if (!each.typeOnly && !each.specifier.startsWith('node:')) packages.add(packageOf(each.specifier))
    }
  }
  return { sources, packages }
}

/** Files of packages that are read, not run. */
function resolvedIn(source: string): { specifier: string; typeOnly: boolean }[] {
  const found = source.matchAll(/\bimport\.meta\.resolve\(\s*['"]([^'"\n]+)['"]/g)
  return [...found].map(([, specifier = '']) => ({ specifier, typeOnly: false }))
}

/** `@fastify/cookie` of `@fastify/cookie/part.js`. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function filesOf({ folder, holds }: (typeof FOLDERS)[number]): string[] {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => path.relative(path.join(root, folder), path.join(each.parentPath, each.name)))
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => holds.test(name))
    .map((name) => `${folder}/${name}`)
}

/** Generated files that describe this release, not the repository. */
function written(
  own: Manifest,
  of: { readonly files: ReadonlySet<string>; readonly packages: ReadonlySet<string> },
): [string, string][] {
  const manifest = releaseManifest(own, of)
  const ownLock: Lock = readJson('package-lock.json')
  const lock = releaseLock(ownLock, manifest)
  const packages: LockedPackages = Object.fromEntries(
    Object.entries(ownLock.packages).map(([place, each]) => [place, { ...each, dev: !(place in lock.packages) }]),
  )
  const shipped = shippedPackages(packages, packagesOfWeb())
  const sbom: Sbom = readJson('docs/reference/security/sbom.json')
  return [
    ['package.json', `${JSON.stringify(manifest, null, 2)}\n`],
    ['package-lock.json', `${JSON.stringify(lock, null, 2)}\n`],
    ['docs/reference/security/sbom.json', tidySbom(sbom, own.name, shipped)],
    ['docs/reference/security/licences.md', licencesPage(shipped)],
  ]
}

/** Turns a link to a file that stays in the repository into its plain words. */
function withoutDeadLinks(file: string, text: string, files: readonly string[]): string {
  return text.replaceAll(/\[([^\]\n]+)\]\(([^)\s]+)\)/g, (link, words: string, target: string) => {
    const [place = ''] = target.split('#')
    if (place === '' || URL.canParse(target)) return link
    const wanted = path.posix.join(path.posix.dirname(file), place)
    return files.some((each) => each === wanted || each.startsWith(`${wanted}/`)) ? link : words
  })
}

function readJson<T>(file: string): T {
  return JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'))
}
