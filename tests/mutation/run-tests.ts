import { spawn } from 'node:child_process'
import path from 'node:path'

/** Longer than any of the test files takes: a mutant that hangs is noticed by that. */
const TIMEOUT_MS = 300_000

/** `green` when every test passes, `red` when one does not (with its name), `silent` when no test ran at all. */
export type Verdict = { readonly is: 'green' | 'red' | 'silent'; readonly by: string }

/** What runs at the moment ends with this process, and whatever it started with it. */
const running = new Set<number>()
process.on('exit', () => running.forEach(endGroup))

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It exited on its own meanwhile.
  }
}

/** Runs test files in a copy of the repository, to the first failure. A test may fail `retries` times before it counts. */
export async function runTests(
  root: string,
  { tests, database, retries = 0 }: { tests: readonly string[]; database: 'postgres' | undefined; retries?: number },
): Promise<Verdict> {
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--bail=1', `--retry=${retries}`, '--reporter=dot', ...tests], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ...(database === undefined ? {} : { JARA_TEST_DATABASE: database }) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const { pid } = child
  if (pid === undefined) throw new Error('vitest could not be started')
  running.add(pid)
  let output = ''
  child.stdout.on('data', (part: Buffer) => {
    output += part.toString()
  })
  child.stderr.on('data', (part: Buffer) => {
    output += part.toString()
  })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    endGroup(pid)
  }, TIMEOUT_MS)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  running.delete(pid)
  if (code === 0) return { is: 'green', by: '' }
  if (isLate) return { is: 'red', by: 'hangs' }
  // A program that cannot be loaded proves nothing about the tests.
  if (!/Tests .*\d+ failed/.test(output)) return { is: 'silent', by: output.slice(-2_000) }
  const [, name = '', error = ''] = /FAIL {2}(.+)\n(.*)/.exec(output) ?? []
  return { is: 'red', by: `${name}: ${error}`.slice(0, 300) }
}
