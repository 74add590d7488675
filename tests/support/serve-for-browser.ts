import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { copyMadeDatabase } from './made-database.ts'
import { withoutDisk } from './without-disk.ts'

/**
 * Starts the real product for the browser tests, once per worker, with data folders that are removed afterwards. The
 * first one builds the web app if needed; the others start together once it is ready.
 */
type Ports = { product: number; sandbox: number; smtp: number }
const [first, ...others]: Ports[] = JSON.parse(process.env.JARA_E2E_PORTS ?? '[]')
const running = new Set<ChildProcess>()
let exitCode: number | null = null

function stopAll(code: number): void {
  exitCode ??= code
  for (const product of running) product.kill('SIGTERM')
  if (running.size === 0) process.exit(exitCode)
}

async function serve({ product: port, sandbox, smtp }: Ports): Promise<void> {
  const folder = fs.mkdtempSync(path.join(withoutDisk(), 'jara-e2e-'))
  await copyMadeDatabase(folder)
  const env = { DATA_DIR: folder, DATABASE_URL: '', JARA_MODE: 'sandbox', JARA_ROLE: 'all', PUBLIC_URL: '' }
  const ports = { PORT: String(port), SANDBOX_PORT: String(sandbox), SANDBOX_SMTP_PORT: String(smtp) }
  const product = spawn(process.execPath, [path.join(import.meta.dirname, '../../scripts/start.js')], {
    env: { ...process.env, ...env, ...ports },
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  running.add(product)
  product.on('exit', (code) => {
    fs.rmSync(folder, { recursive: true, force: true })
    running.delete(product)
    stopAll(code ?? 1)
  })
  let said = ''
  return new Promise((resolve) => {
    product.stdout.on('data', (chunk: Buffer) => {
      said += chunk
      if (said.includes('Jara is ready')) resolve()
    })
  })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopAll(0))
if (first !== undefined) await serve(first)
await Promise.all(others.map(serve))
process.stdout.write('Every product is ready\n')
