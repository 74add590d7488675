import { spawn } from 'node:child_process'
import path from 'node:path'

/** Longer than any test file takes, so it catches a mutant that hangs. */
const TIMEOUT_MS = 300_000

/** `green`: every test passes. `red`: one fails (with its name). `silent`: no test ran. */
export type Verdict = { readonly is: 'green' | 'red' | 'silent'; readonly by: string }

/** Running processes and everything they started end with this process. */
const running = new Set<number>()
process.on('exit', () => running.forEach(endGroup))

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It exited on its own meanwhile.
  }
}

/** Runs test files in a copy of the repository, up to the first failure. A failure counts after `retries` repeats. */
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
  // A program that does not load proves nothing about the tests.
  if (!/Tests .*\d+ failed/.test(output)) return { is: 'silent', by: output.slice(-2_000) }
  const [, name = '', error = ''] = /FAIL {2}(.+)\n(.*)/.exec(output) ?? []
  return { is: 'red', by: `${name}: ${error}`.slice(0, 300) }
}
