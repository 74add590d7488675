import path from 'node:path'
import { targetOf } from './import-rules.ts'
import { importsIn } from './read-imports.ts'

/** Each file of the repository and its text, by path from the root. */
export type Sources = ReadonlyMap<string, string>

export type Asked = {
  /** What changed. Tests that import it run, wherever they are. */
  readonly changed: readonly string[]
  /** Files and folders whose own tests run, changed or not. */
  readonly rooms: readonly string[]
  /** Test files that run however long they take. */
  readonly named: readonly string[]
  /** How many seconds the files may take together, each measured alone. */
  readonly budgetS: number
  secondsOf(file: string): number
}

export type Chosen = { readonly run: readonly string[]; readonly leftOut: readonly string[] }

/**
 * These import every room, and nearly every test imports them. A test that reaches a changed file only through them
 * tests something else.
 */
const HUBS: ReadonlySet<string> = new Set([
  'server/app.ts',
  'server/job-handlers.ts',
  'server/deps.ts',
  'sandbox/server.ts',
  'web/src/app/app-routes.tsx',
])

/** Tests that read files without importing or naming them: a change on the left runs the tests on the right. */
const READ_BY: readonly (readonly [RegExp, string])[] = [
  [/^server\/migrations\//, 'tests/schema-constraints'],
  [/^server\/migrations\//, 'server/tables'],
  [/^server\/migrations\//, 'tests/repo-checks/schema.test.ts'],
  [/\.md$/, 'tests/repo-checks'],
  [/^package(?:-lock)?\.json$/, 'tests/repo-checks'],
]

const IS_TEST = /\.test\.ts$/
const IS_CODE = /\.(?:[jt]s|tsx)$/

/** The rank of a room's own tests: after those that import a changed file directly. */
const OWN = 1.5
/** Tests that reach a changed file indirectly get at most this share of the budget, so a small room stays quick. */
const SHARE_OF_FAR = 1 / 2

/**
 * The tests of what changed and of the rooms asked for. The closest come first: those that import or name a changed
 * file, then the rooms' own, then those that reach it through other files. Within each group the shortest come first,
 * so the slowest are what the budget leaves out.
 */
export function chooseTests(sources: Sources, { changed, rooms, named, budgetS, secondsOf }: Asked): Chosen {
  const distance = distances(sources, changed)
  const own = [...rooms, ...READ_BY.flatMap(([of, room]) => (changed.some((file) => of.test(file)) ? [room] : []))]
  const isOwn = (file: string) => own.some((room) => file === room || file.startsWith(`${room}/`))
  const rank = (file: string): number => {
    const steps = distance.get(file) ?? Number.POSITIVE_INFINITY
    return steps > 1 && isOwn(file) ? OWN : steps
  }
  const candidates = [...sources.keys()]
    .filter((file) => IS_TEST.test(file) && !named.includes(file) && Number.isFinite(rank(file)))
    .sort((a, b) => rank(a) - rank(b) || secondsOf(a) - secondsOf(b) || (a < b ? -1 : 1))
  const run = [...named]
  const leftOut: string[] = []
  let takenS = 0
  for (const file of candidates) {
    const fits = takenS + secondsOf(file) <= (rank(file) > OWN ? budgetS * SHARE_OF_FAR : budgetS)
    if (fits) takenS += secondsOf(file)
    ;(fits ? run : leftOut).push(file)
  }
  return { run, leftOut }
}

/** How many imports lead from each file to the nearest changed one, ignoring type imports and paths through a hub. */
function distances(sources: Sources, changed: readonly string[]): ReadonlyMap<string, number> {
  const importers = importersOf(sources)
  const distance = new Map(changed.map((file) => [file, 0]))
  for (const file of changed.filter((each) => !IS_CODE.test(each))) {
    for (const test of testsThatName(sources, file)) distance.set(test, 1)
  }
  const waiting = [...changed]
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (HUBS.has(file) && !changed.includes(file)) continue
    for (const importer of importers.get(file) ?? []) {
      if (distance.has(importer)) continue
      distance.set(importer, (distance.get(file) ?? 0) + 1)
      waiting.push(importer)
    }
  }
  return distance
}

function importersOf(sources: Sources): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>()
  for (const [file, text] of sources) {
    if (!IS_CODE.test(file)) continue
    for (const each of importsIn(text)) {
      const target = each.typeOnly ? null : targetOf(file, each)
      if (target === null) continue
      const known = importers.get(target)
      if (known === undefined) importers.set(target, [file])
      else known.push(file)
    }
  }
  return importers
}

/** Documents, pictures and settings are not imported: a test that reads one names it. */
function testsThatName(sources: Sources, file: string): string[] {
  const name = path.posix.basename(file)
  return [...sources].filter(([test, text]) => IS_TEST.test(test) && text.includes(name)).map(([test]) => test)
}
