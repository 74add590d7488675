import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#tests/support/free-port.ts'

/** The sandbox world in a process of its own. */
export type PretendWorld = {
  readonly url: string
  readonly smtpPort: number
  /** From now on neither provider answers any call, until the caller gives up. */
  hang(): Promise<void>
  answer(): Promise<void>
  stop(): Promise<void>
}

const READY_WITHIN_MS = 120_000
const root = path.join(import.meta.dirname, '..')

/** Starts a sandbox world that logs to the folder. It sends webhooks to the app on `appPort`; by default, nowhere. */
export async function startWorld(folder: string, appPort = 9): Promise<PretendWorld> {
  const [port, smtpPort] = [await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, [path.join(root, 'sandbox/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: String(smtpPort),
      DATA_DIR: folder,
      PORT: String(appPort),
    },
  })
  const ended = once(child, 'exit')
  for (const untilMs = performance.now() + READY_WITHIN_MS; ; await sleep(50)) {
    if ((await fetch(`${url}/control/state`).catch(() => null))?.ok === true) break
    if (child.exitCode !== null || performance.now() > untilMs) throw new Error('the sandbox did not start')
  }
  const control = async (call: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/control/${call}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`/control/${call}: ${answer.status}`)
  }
  return {
    url,
    smtpPort,
    async hang() {
      for (const provider of ['paystack', 'vtpass']) {
        await control('faults', { provider, operation: '*', fault: 'timeout', count: 1_000_000 })
      }
    },
    answer: () => control('reset', {}),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
