import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Starts the real product for the browser tests, with a data folder of its own that is gone afterwards. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-e2e-'))
const product = spawn(process.execPath, [path.join(import.meta.dirname, '../../scripts/start.js')], {
  env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', JARA_MODE: 'sandbox', JARA_ROLE: 'all', PUBLIC_URL: '' },
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => product.kill('SIGTERM'))
product.on('exit', (code) => {
  fs.rmSync(folder, { recursive: true, force: true })
  process.exit(code ?? 1)
})
