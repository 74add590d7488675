import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { verifyPassword } from '#server/identity/sign-in/passwords.ts'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import { AppError } from '#server/platform/errors.ts'
import { CHEAP_PASSWORDS } from './cheap-passwords.ts'

/** The threads that Node uses for hashing, name lookups and reading files, unless set otherwise. */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4)

/**
 * Does the work while this process has accepted as many password hashes as it can, and finishes none: every thread for
 * them waits on a pipe. `work` must not need such a thread, not even for a name lookup.
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
    // A pipe opened for reading and writing does not block, and releases whoever waits for a writer.
    const both = fs.openSync(pipe, 'r+')
    for (const handle of await Promise.all(blocked)) await handle.close()
    fs.closeSync(both)
    await Promise.all(hashes)
    fs.rmSync(folder, { recursive: true })
  }
}

/** Requests hashes until one is refused. */
function fillQueue(): readonly Promise<unknown>[] {
  const deps = { keys: keysFrom(randomBytes(32)), randomBytes, passwordCost: CHEAP_PASSWORDS }
  const isBusy = (error: unknown) => error instanceof AppError && error.code === 'server.busy'
  return Array.from({ length: 100 }, () =>
    verifyPassword(deps, 'anything', null).catch((error: unknown) => {
      if (!isBusy(error)) throw error
    }),
  )
}
