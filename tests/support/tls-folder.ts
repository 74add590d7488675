import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { TLS_FOLDER_VARIABLE } from './self-signed.ts'

/** Before the first test: a folder for the keys of tests that serve https. Removed after the last one. */
export default function setUp(): () => void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-tls-'))
  process.env[TLS_FOLDER_VARIABLE] = folder
  return () => fs.rmSync(folder, { recursive: true, force: true })
}
