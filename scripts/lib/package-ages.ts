/** How long ago the versions in the lock file were published. */

const DAY_MS = 24 * 60 * 60_000
/** Within this time others find out what is wrong with a new version. */
export const AGE_DAYS_MIN = 7

export type Published = {
  readonly name: string
  readonly version: string
  /** Null: the registry does not say. */
  readonly at: Date | null
}

/** Whole days since publication; null if unknown. */
export function ageDays({ at }: Published, now: Date): number | null {
  return at === null ? null : Math.floor((now.getTime() - at.getTime()) / DAY_MS)
}

/** Packages younger than seven days or of unknown age. A publication time in the future counts as no age. */
export function tooYoung(packages: readonly Published[], now: Date): Published[] {
  return packages.filter((each) => (ageDays(each, now) ?? -1) < AGE_DAYS_MIN)
}

/** When this version was published, read from the output of `npm view NAME time --json`. */
export function publishedAt(answer: string, version: string): Date | null {
  try {
    const at = new Date((JSON.parse(answer) as Record<string, string>)[version] ?? '')
    return Number.isNaN(at.getTime()) ? null : at
  } catch {
    return null
  }
}

/** Name and version of each package of a lock file, each once: the direct ones, or all. */
export function lockedPackages(
  lock: { readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>> },
  { all }: { all: boolean },
): { name: string; version: string }[] {
  const root = lock.packages[''] ?? {}
  const groups = ['dependencies', 'optionalDependencies', 'devDependencies']
  const direct = new Set(
    groups.flatMap((group) => Object.keys(root[group] ?? {})).map((name) => `node_modules/${name}`),
  )
  const found = Object.entries(lock.packages)
    .filter(([folder]) => folder !== '' && (all || direct.has(folder)))
    .map(([folder, { version }]) => ({
      name: folder.slice(folder.lastIndexOf('node_modules/') + 13),
      version: String(version),
    }))
  const unique = new Map(found.map((each) => [`${each.name}@${each.version}`, each]))
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}
