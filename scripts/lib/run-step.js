import { spawn } from 'node:child_process'
import { root } from './runtime.js'

/**
 * Runs one command with its output shown, and ends it with everything it started if it takes too long. Returns whether
 * it succeeded, and after how many seconds. With `beside`, for steps that run at the same time, the output is shown
 * when it ends.
 *
 * @param {string} title
 * @param {readonly string[]} command
 * @param {{ env: NodeJS.ProcessEnv, timeoutMs: number, beside?: boolean }} options
 * @throws if this process is asked to stop meanwhile: later steps do not run
 */
export async function runStep(title, [program, ...args], { env, timeoutMs, beside = false }) {
  const said = []
  if (!beside) console.log(`\n── ${title}`)
  const startedAt = performance.now()
  const output = beside ? 'pipe' : 'inherit'
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', output, output], detached: true })
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk))
  let late = false
  const timer = setTimeout(() => {
    late = true
    killGroup(child)
  }, timeoutMs)
  let interruptedBy = null
  const stop = (signal) => {
    interruptedBy = signal
    killGroup(child)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
  const code = await new Promise((resolve) => {
    child.once(beside ? 'close' : 'exit', resolve)
    child.once('error', (error) => {
      console.error(error.message)
      resolve(null)
    })
  })
  clearTimeout(timer)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop)
  if (interruptedBy !== null) throw new Error(`interrupted by ${interruptedBy} during "${title}"`)
  const seconds = (performance.now() - startedAt) / 1_000
  if (beside) process.stdout.write(`\n── ${title}\n${Buffer.concat(said)}`)
  const verdict =
    code === 0 ? 'ok' : late ? `ended after ${timeoutMs / 60_000} minutes` : `failed (${code ?? 'killed'})`
  console.log(`── ${title}: ${verdict}, ${seconds.toFixed(1)} s`)
  return { title, ok: code === 0, seconds }
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It exited on its own meanwhile.
  }
}
