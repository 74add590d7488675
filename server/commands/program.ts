import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { keepFilesPrivate } from '#server/platform/private-folder.ts'
import { inputOf } from './ask.ts'
import type { Command, CommandIo } from './io.ts'

const AUDIT = path.join(import.meta.dirname, '../../audit/main.ts')

/**
 * Runs a command to its end and sets the exit code, when its file is the program that was started and not imported.
 * `isMain`: the file's `import.meta.main`.
 */
export async function runAsProgram(isMain: boolean | undefined, command: Command): Promise<void> {
  // Undefined before Node 24.2. Run it then: a backup that was not made must not exit with 0.
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
      const [code] = await once(spawn(process.execPath, [AUDIT], { env, stdio: 'inherit' }), 'exit')
      return code
    },
  }
}
