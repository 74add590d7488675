import { execFile } from 'node:child_process'
import path from 'node:path'
import { PROGRAM_FLAGS, programEnvironment } from './program-environment.ts'

const root = path.join(import.meta.dirname, '../..')
const RUN_TIMEOUT_MS = 60_000

export type Run = { readonly code: number | null; readonly out: string; readonly err: string }

/** What tests allow themselves that start many commands, ms. */
export const MANY_COMMANDS_MS = 180_000

/** A command of operators in a process of its own. `input` is what is piped into it. */
export async function runCommand(
  name: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  input = '',
): Promise<Run> {
  return await new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...PROGRAM_FLAGS, path.join(root, `server/commands/${name}.ts`), ...args],
      { env: { ...programEnvironment(), ...env }, timeout: RUN_TIMEOUT_MS },
      (_, out, err) => resolve({ code: child.exitCode, out, err }),
    )
    child.stdin?.end(input)
  })
}

/** The passphrase that tests give an operator of this name. */
export const passphraseOf = (name: string) => `seven ${name} herons wait`

/** Brings the first operator in, and the second one by them, as the runbook says. */
export async function bringIn(env: Readonly<Record<string, string>>, first: string, second?: string): Promise<void> {
  const twice = (name: string) => `${passphraseOf(name)}\n`.repeat(2)
  const runs = [await runCommand('operators', env, ['add', first], twice(first))]
  if (second !== undefined) {
    const input = `${passphraseOf(first)}\n${twice(second)}`
    runs.push(await runCommand('operators', env, ['add', second, '--by', first], input))
  }
  for (const { code, err } of runs) if (code !== 0) throw new Error(err)
}
