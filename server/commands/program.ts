import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { keepFilesPrivate } from '#server/platform/private-folder.ts'
import { inputOf } from './ask.ts'
import type { Command, CommandIo } from './io.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** The exit code of a command that was stopped before its end. */
const STOPPED = 2
const AUDIT = path.join(import.meta.dirname, '../../audit/main.ts')

/**
 * Runs a command to its end and sets the exit code, if its file is the program that was started. `isMain`: the file's
 * `import.meta.main`.
 */
export async function runAsProgram(isMain: boolean | undefined, command: Command): Promise<void> {
  // `isMain` is undefined before Node 24.2. Then run the command: a backup that was not made must not exit with 0.
  if (isMain === false) return
  keepFilesPrivate()
  process.exitCode = await command(ioOfProcess())
}

function ioOfProcess(): CommandIo {
  return {
    args: process.argv.slice(2),
    env: process.env,
    input: inputOf(process),
    print(...lines) {
      for (const line of lines) console.log(line)
    },
    write: (text) => void process.stdout.write(text),
    printError: (...words) => console.error(...words),
    writeError: (text) => void process.stderr.write(text),
    async runAudit(env) {
      const audit = spawn(process.execPath, [AUDIT], { env, stdio: 'inherit' })
      // Otherwise it would go on alone, with files that this process has removed.
      const stop = () => audit.kill()
      process.once('exit', stop)
      const [code] = await once(audit, 'exit')
      process.off('exit', stop)
      return code
    },
    withTemporaryFolder: inTemporaryFolder,
  }
}

async function inTemporaryFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  let folder: string | null = null
  const remove = () => {
    if (folder !== null) fs.rmSync(folder, { recursive: true, force: true })
  }
  const end = () => process.exit(STOPPED)
  // Before the folder exists: an unhandled signal ends the process at once.
  process.once('exit', remove)
  for (const signal of SIGNALS) process.once(signal, end)
  try {
    // `mkdtemp` lets only its owner read it.
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-'))
    return await work(folder)
  } finally {
    for (const signal of SIGNALS) process.off(signal, end)
    process.off('exit', remove)
    remove()
  }
}
