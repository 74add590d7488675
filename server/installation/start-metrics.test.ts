import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { copyMadeDatabase } from '#tests/support/made-database.ts'
import { answering, type Running, run } from '#tests/support/processes.ts'
import { samplesIn } from '#tests/support/watched.ts'

let folder: string
let running: Running[]
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-metrics-'))
  await copyMadeDatabase(folder)
  running = []
})
afterEach(async () => {
  for (const { child, ended } of running) {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
  }
  fs.rmSync(folder, { recursive: true })
})

async function start(settings: Record<string, string>): Promise<{ app: Running; port: number; metricsPort: number }> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const env = { PORT: String(port), METRICS_ADDRESS: `127.0.0.1:${metricsPort}`, DATA_DIR: folder, LOG_LEVEL: 'error' }
  const app = run('server/main.ts', { ...env, ...settings })
  running.push(app)
  return { app, port, metricsPort }
}

it.each(['web', 'worker'])(
  'a process with JARA_ROLE=%s serves its own metrics, and ends with SIGTERM',
  async (role) => {
    const { app, metricsPort } = await start({ JARA_ROLE: role })
    const url = `http://127.0.0.1:${metricsPort}/metrics`
    await answering(url, app)
    const names = new Set(samplesIn(await (await fetch(url)).text()).map(({ name }) => name))
    for (const name of ['jara_figures_up', 'nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes'])
      expect(names).toContain(name)
    // A web process makes no backups.
    expect(names.has('jara_backup_timestamp_seconds')).toBe(role === 'worker')
    app.child.kill('SIGTERM')
    expect(await app.ended).toBe(0)
  },
)

it('a process without METRICS_ADDRESS serves none', async () => {
  const { app, port, metricsPort } = await start({ METRICS_ADDRESS: '' })
  await answering(`http://localhost:${port}/readyz`, app)
  await expect(fetch(`http://127.0.0.1:${metricsPort}/metrics`)).rejects.toThrow('fetch failed')
})

it('a process whose METRICS_ADDRESS is taken does not start, and names the setting', async () => {
  const other = http.createServer()
  const metricsPort = await freePort()
  await new Promise<void>((resolve) => other.listen(metricsPort, '127.0.0.1', resolve))
  const { app } = await start({ METRICS_ADDRESS: `127.0.0.1:${metricsPort}` })
  expect(await app.ended).toBe(1)
  expect(app.output()).toContain('METRICS_ADDRESS: this port is in use by another program')
  other.close()
})
