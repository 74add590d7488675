import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Environment } from '#server/platform/config/secrets.ts'

const COMMAND = path.join(import.meta.dirname, '../../commands/backup.ts')
/** Longer than the books of an embedded database take. */
const TAKES_AT_MOST_MS = 60 * 60_000
/** The command's exit code for a backup that cannot be used. Any other says nothing about the backup. */
const REFUSED = 1
const REASON_MAX_LENGTH = 1_000
const LOWEST_PRIORITY = 19

/** What a verification found: a good backup, nothing because it was stopped, what is wrong with the backup, or why it could not run. */
export type Verdict = 'good' | 'stopped' | { readonly wrong: string } | { readonly unverified: string }
/** A verification that is going on. */
export type Verification = { readonly file: string; readonly verdict: Promise<Verdict>; stop(): void }
export type VerifyBackup = (file: string) => Verification

/**
 * Restores a backup into a temporary database and audits it, as `npm run backup -- --verify` does, in a process of its own:
 * whoever waits for the app does not wait for that. When the machine is short of anything, that process goes without.
 *
 * What it writes is as readable as the embedded database itself, so it is written beside that, and never where backups go.
 */
export function verifyInProcess(of: { readonly dataFolder: string; readonly env: Environment }): VerifyBackup {
  const folder = path.join(of.dataFolder, 'verifying')
  return (file) => {
    const stop = new AbortController()
    const verdict = verify(file, { folder, env: of.env, signal: stop.signal })
      .catch((error: unknown) => ({ unverified: String(error) }))
      .then((found) => (stop.signal.aborted ? 'stopped' : found))
      .finally(() => fs.promises.rm(folder, { recursive: true, force: true }))
    return { file, verdict, stop: () => stop.abort() }
  }
}

async function verify(
  file: string,
  { folder, env, signal }: { readonly folder: string; readonly env: Environment; readonly signal: AbortSignal },
): Promise<Verdict> {
  empty(folder)
  const child = spawn(process.execPath, [COMMAND, '--verify', file], {
    env: { ...env, TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: TAKES_AT_MOST_MS,
  })
  yieldToOthers(child.pid)
  // Until it has ended it writes into the folder, so its end is waited for.
  signal.addEventListener('abort', () => child.kill(), { once: true })
  const [[code, signalled], said] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  if (code === 0) return 'good'
  if (child.killed) return { unverified: `it took longer than ${TAKES_AT_MOST_MS / 60_000} minutes` }
  const reason = said.trim().slice(0, REASON_MAX_LENGTH)
  if (code === REFUSED) return { wrong: reason }
  return { unverified: reason === '' ? `it ended with ${signalled ?? code}` : reason }
}

/** One that was killed with the machine has removed nothing. */
function empty(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** The processor, and memory: where there is none left, the system ends this process rather than the app. */
function yieldToOthers(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    os.setPriority(pid, LOWEST_PRIORITY)
    fs.writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // Not on every system, and nothing depends on it.
  }
}
