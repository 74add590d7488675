import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { format } from 'node:util'
import { inputOf } from '#server/commands/ask.ts'
import type { Command, CommandIo } from '#server/commands/io.ts'
import { PROGRAM_FLAGS, programEnvironment } from './program-environment.ts'

const root = path.join(import.meta.dirname, '../..')

/** The operators' commands, each loaded only by tests that run it. */
const COMMANDS = {
  backup: async () => (await import('#server/commands/backup.ts')).backupCommand,
  books: async () => (await import('#server/commands/books.ts')).booksCommand,
  cases: async () => (await import('#server/commands/cases.ts')).casesCommand,
  limits: async () => (await import('#server/commands/limits.ts')).limitsCommand,
  migrate: async () => (await import('#server/commands/migrate.ts')).migrateCommand,
  move: async () => (await import('#server/commands/move.ts')).moveCommand,
  operate: async () => (await import('#server/commands/operate.ts')).operateCommand,
  operators: async () => (await import('#server/commands/operators.ts')).operatorsCommand,
  orders: async () => (await import('#server/commands/orders.ts')).ordersCommand,
  people: async () => (await import('#server/commands/people.ts')).peopleCommand,
  reconcile: async () => (await import('#server/commands/reconcile.ts')).reconcileCommand,
  recoveries: async () => (await import('#server/commands/recoveries.ts')).recoveriesCommand,
  restore: async () => (await import('#server/commands/restore.ts')).restoreCommand,
  secret: async () => (await import('#server/commands/secret.ts')).secretCommand,
  sessions: async () => (await import('#server/commands/sessions.ts')).sessionsCommand,
  settings: async () => (await import('#server/commands/settings.ts')).settingsCommand,
} satisfies Record<string, () => Promise<Command>>

export type CommandName = keyof typeof COMMANDS

/** `said`: both outputs, in the order written. */
export type Run = { readonly code: number; readonly out: string; readonly err: string; readonly said: string }

/**
 * Runs an operators' command in the test's own process, with these variables only. `input` is piped into it.
 * `server/commands/programs.test.ts` tests that the files run as programs.
 */
export async function runCommand(
  name: CommandName,
  env: Readonly<Record<string, string>>,
  args: readonly string[],
  input = '',
): Promise<Run> {
  const command = await COMMANDS[name]()
  const text = { out: '', err: '', said: '' }
  const writeTo = (output: 'out' | 'err') => (written: string) => {
    text[output] += written
    text.said += written
  }
  const [write, writeError] = [writeTo('out'), writeTo('err')]
  const io: CommandIo = {
    args,
    env: { ...programEnvironment(), ...env },
    input: inputOf({ stdin: Readable.from([Buffer.from(input)]), stderr: { write: writeError } }),
    print: (...lines) => write(lines.map((line) => `${line}\n`).join('')),
    write,
    printError: (...words) => writeError(`${format(...words)}\n`),
    writeError,
    async runAudit(variables) {
      const child = spawn(process.execPath, [...PROGRAM_FLAGS, path.join(root, 'audit/main.ts')], {
        env: { ...variables },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      child.stdout.setEncoding('utf8').on('data', write)
      child.stderr.setEncoding('utf8').on('data', writeError)
      const [code] = await once(child, 'close')
      return code
    },
    async withTemporaryFolder(work) {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-command-'))
      return await work(folder).finally(() => fs.rmSync(folder, { recursive: true }))
    },
  }
  return { code: await command(io), ...text }
}

/** The passphrase that tests give an operator. */
export const passphraseOf = (name: string) => `seven ${name} herons wait`

/** Adds the first operator, who then adds the second, as in the runbook. */
export async function bringIn(env: Readonly<Record<string, string>>, first: string, second?: string): Promise<void> {
  const twice = (name: string) => `${passphraseOf(name)}\n`.repeat(2)
  const runs = [await runCommand('operators', env, ['add', first], twice(first))]
  if (second !== undefined) {
    const input = `${passphraseOf(first)}\n${twice(second)}`
    runs.push(await runCommand('operators', env, ['add', second, '--by', first], input))
  }
  for (const { code, err } of runs) if (code !== 0) throw new Error(err)
}
