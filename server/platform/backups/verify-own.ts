import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Environment } from '#server/platform/config/secrets.ts'

const COMMAND = path.join(import.meta.dirname, '../../commands/backup.ts')
/** A limit beyond what an embedded database's books take. */
const VERIFICATION_TIMEOUT_MS = 60 * 60_000
/** The command's exit code for a backup that cannot be used. Any other says nothing about the backup. */
const REFUSED = 1
const REASON_MAX_LENGTH = 1_000
const LOWEST_PRIORITY = 19

/** The outcome: a good backup, stopped early, what is wrong with the backup, or why the verification could not run. */
export type Verdict = 'good' | 'stopped' | { readonly wrong: string } | { readonly unverified: string }
/** A verification under way. */
export type Verification = { readonly file: string; readonly verdict: Promise<Verdict>; stop(): void }
export type VerifyBackup = (file: string) => Verification

/**
 * Restores a backup into a temporary database and audits it, as `npm run backup -- --verify` does. It runs in a process
 * of its own, so the app's users do not wait; that process yields when resources are short.
 *
 * Its temporary files are as readable as the embedded database, so they lie beside it and never where backups go.
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
  emptyFolder(folder)
  const child = spawn(process.execPath, [COMMAND, '--verify', file], {
    env: { ...env, TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: VERIFICATION_TIMEOUT_MS,
  })
  yieldToOthers(child.pid)
  // The child writes into the folder until it exits, so wait for that.
  signal.addEventListener('abort', () => child.kill(), { once: true })
  const [[code, signalled], said] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  if (code === 0) return 'good'
  if (child.killed) return { unverified: `it took longer than ${VERIFICATION_TIMEOUT_MS / 60_000} minutes` }
  const reason = said.trim().slice(0, REASON_MAX_LENGTH)
  if (code === REFUSED) return { wrong: reason }
  return { unverified: reason === '' ? `it ended with ${signalled ?? code}` : reason }
}

/** Removes the leftovers of a verification that died with the machine. */
function emptyFolder(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** Yields the processor and memory: when memory runs out, the system kills this process rather than the app. */
function yieldToOthers(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    os.setPriority(pid, LOWEST_PRIORITY)
    fs.writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // Not every system supports this, and nothing depends on it.
  }
}
