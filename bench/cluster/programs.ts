import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A program of the drill, with a log of its own. */
export type Program = {
  readonly child: ChildProcess
  /** Stops it and waits until it has ended. Returns the exit code; null if a signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Starts a program; its output is appended to `{name}.log` in the folder. */
export function start(
  name: string,
  of: { command: readonly string[]; env?: Readonly<Record<string, string>>; folder: string },
): Program {
  const [file = '', ...words] = of.command
  const log = fs.openSync(path.join(of.folder, `${name}.log`), 'a')
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC', ...of.env }
  const child = spawn(file, words, { cwd: of.folder, stdio: ['ignore', log, log], env })
  fs.closeSync(log)
  const ended = once(child, 'exit')
  return {
    child,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
      return child.exitCode
    },
  }
}

/** Polls until `ask` gives an answer. @throws if none comes in time */
export async function until<T>(what: string, ask: () => Promise<T | null | false>, withinMs = 120_000): Promise<T> {
  for (const untilMs = performance.now() + withinMs; performance.now() < untilMs; await sleep(200)) {
    const answer = await ask().catch(() => null)
    if (answer !== null && answer !== false) return answer
  }
  throw new Error(`not within ${withinMs / 1_000} s: ${what}`)
}

/** The variables in a file of deploy/environment. */
export function readVariables(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line))
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
}

/** The last lines of each log, printed when a drill fails. */
export function lastWords(folder: string): string {
  const logs = fs.readdirSync(folder).filter((name) => name.endsWith('.log'))
  return logs
    .map((name) => {
      const lines = fs.readFileSync(path.join(folder, name), 'utf8').split('\n').slice(-12)
      return [`--- ${name}`, ...lines.map((line) => line.slice(0, 300))].join('\n')
    })
    .join('\n')
}
