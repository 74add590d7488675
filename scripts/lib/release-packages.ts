import { NODE_MIN } from './runtime.js'
import { type Locked, type LockedPackages, withDependencies } from './shipped.ts'

/** package.json and package-lock.json of a release: the repository's, without what a release leaves out. */

type Versions = Readonly<Record<string, string>>
export type Manifest = {
  readonly name: string
  readonly version: string
  readonly private: boolean
  readonly license: string
  readonly description: string
  readonly type: string
  readonly imports: Versions
  readonly scripts: Versions
  readonly dependencies: Versions
}
export type Lock = {
  readonly name: string
  readonly version: string
  readonly lockfileVersion: number
  readonly requires: boolean
  readonly packages: LockedPackages
}

/**
 * The manifest of a release. It does not depend on Node: that package is for development only.
 *
 * @param of.files what the release holds, by path from its root
 * @param of.packages names of the packages that its files import
 * @throws if one of them is not a dependency of the product: an installation would lack it
 */
export function releaseManifest(
  own: Manifest,
  of: { readonly files: ReadonlySet<string>; readonly packages: ReadonlySet<string> },
) {
  const missing = [...of.packages].filter((name) => own.dependencies[name] === undefined)
  if (missing.length > 0)
    throw new Error(`imported by the server but not among its dependencies: ${missing.join(', ')}`)
  const { name, version, license, description, type } = own
  const folders = new Set([...of.files].map((file) => file.slice(0, file.indexOf('/') + 1)))
  return {
    name,
    version,
    private: own.private,
    license,
    description,
    type,
    engines: { node: `>=${NODE_MIN}` },
    imports: only(own.imports, (_, place) => folders.has(place.replace(/^\.\/|\*$/g, ''))),
    scripts: only(own.scripts, (_, command) => of.files.has(command.replace(/^node /, ''))),
    dependencies: only(own.dependencies, (each) => of.packages.has(each)),
  }
}

/** The matching lock file: the same versions and hashes, without packages that nothing in it needs. */
export function releaseLock(own: Lock, manifest: ReturnType<typeof releaseManifest>) {
  const { name, version, license, engines, dependencies } = manifest
  const direct = Object.keys(dependencies).map((each) => `node_modules/${each}`)
  const reached = withDependencies(own.packages, direct, needsOf)
  return {
    name: own.name,
    version: own.version,
    lockfileVersion: own.lockfileVersion,
    requires: own.requires,
    packages: {
      '': { name, version, license, dependencies, engines },
      ...only(own.packages, (each) => reached.has(each)),
    },
  }
}

/** Follows npm's own rules: includes packages for one kind of machine only, and peer dependencies. */
function needsOf({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta,
}: Locked): string[] {
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta?.[name]?.optional !== true)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

function only<T>(of: Readonly<Record<string, T>>, isKept: (name: string, value: T) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(of).filter(([name, value]) => isKept(name, value)))
}
