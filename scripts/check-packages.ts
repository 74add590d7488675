import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { helpFor } from './lib/help.js'
import { AGE_DAYS_MIN, ageDays, lockedPackages, type Published, publishedAt, tooYoung } from './lib/package-ages.ts'

helpFor(`npm run packages: shows when each locked direct dependency was published, as the npm registry says:

  npm run packages -- --all   every locked package

Exit code 1 if a package is younger than seven days, or the registry does not say.`)

const AT_ONCE = 4
const TIMEOUT_MS = 60_000
const run = promisify(execFile)

const root = path.join(import.meta.dirname, '..')
const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
const locked = lockedPackages(lock, { all: process.argv.includes('--all') })
const now = new Date()
const packages = await readAll()
const young = tooYoung(packages, now)

for (const each of packages.toSorted((a, b) => (ageDays(a, now) ?? -1) - (ageDays(b, now) ?? -1))) {
  const days = ageDays(each, now)
  const age = days === null ? 'unknown' : `${each.at?.toISOString().slice(0, 10)}  ${String(days).padStart(5)} days`
  console.log(`${young.includes(each) ? '!' : ' '} ${`${each.name} ${each.version}`.padEnd(48)} ${age}`)
}
console.log(
  young.length === 0
    ? `${packages.length} packages, each ${AGE_DAYS_MIN} days old or older`
    : `${young.length} of ${packages.length} packages are younger than ${AGE_DAYS_MIN} days, or nobody knows: wait, unless it mends a hole`,
)
process.exitCode = young.length === 0 ? 0 : 1

async function readAll(): Promise<Published[]> {
  const waiting = [...locked]
  const read: Published[] = []
  async function next(): Promise<void> {
    for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
      read.push({ ...each, at: await askRegistry(each) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
  return read
}

/** Asks through npm, so that its registry, proxy and credentials apply. */
async function askRegistry({ name, version }: { name: string; version: string }): Promise<Date | null> {
  try {
    const { stdout } = await run('npm', ['view', name, 'time', '--json'], {
      cwd: root,
      timeout: TIMEOUT_MS,
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    })
    return publishedAt(stdout, version)
  } catch {
    return null
  }
}
