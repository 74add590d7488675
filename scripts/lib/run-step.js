import { spawn } from 'node:child_process'
import { root } from './runtime.js'

/**
 * Runs one command with its output shown, ends it with everything it started when it takes too long,
 * and returns whether it ended well.
 *
 * @throws when this process is asked to stop meanwhile: the rest does not run
 */
export async function runStep(title, [program, ...args], { env, timeoutMs }) {
  console.log(`\n── ${title}`)
  const startedAt = performance.now()
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true })
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
    child.once('exit', resolve)
    child.once('error', (error) => {
      console.error(error.message)
      resolve(null)
    })
  })
  clearTimeout(timer)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop)
  if (interruptedBy !== null) throw new Error(`interrupted by ${interruptedBy} during "${title}"`)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const verdict =
    code === 0 ? 'ok' : late ? `ended after ${timeoutMs / 60_000} minutes` : `failed (${code ?? 'killed'})`
  console.log(`── ${title}: ${verdict}, ${seconds} s`)
  return { ok: code === 0 }
}

function killGroup(child) {
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // It exited on its own meanwhile.
  }
}
