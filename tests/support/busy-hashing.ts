import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { verifyPassword } from '#server/identity/sign-in/passwords.ts'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import { AppError } from '#server/platform/errors.ts'
import { CHEAP_PASSWORDS } from './cheap-passwords.ts'

/** How many threads Node hashes, looks up names and reads files with, unless it is told another number. */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4)

/**
 * Does the work while this process has taken on as many password hashes as it takes, and finishes none: every thread that could
 * waits for a pipe. Nothing in `work` may need such a thread, a name lookup neither.
 */
export async function whileHashingIsBusy<T>(work: () => Promise<T>): Promise<T> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-pipe-'))
  const pipe = path.join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const blocked = Array.from({ length: THREADS }, () => fs.promises.open(pipe, 'r'))
  const hashes = fillQueue()
  try {
    return await work()
  } finally {
    // Opened for both, a pipe waits for nobody, and whoever waits for a writer goes on.
    const both = fs.openSync(pipe, 'r+')
    for (const handle of await Promise.all(blocked)) await handle.close()
    fs.closeSync(both)
    await Promise.all(hashes)
    fs.rmSync(folder, { recursive: true })
  }
}

/** Asks for hashes until one is refused. */
function fillQueue(): readonly Promise<unknown>[] {
  const deps = { keys: keysFrom(randomBytes(32)), randomBytes, passwordCost: CHEAP_PASSWORDS }
  const isBusy = (error: unknown) => error instanceof AppError && error.code === 'server.busy'
  return Array.from({ length: 100 }, () =>
    verifyPassword(deps, 'anything', null).catch((error: unknown) => {
      if (!isBusy(error)) throw error
    }),
  )
}
