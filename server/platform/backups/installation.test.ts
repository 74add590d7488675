import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { findFormerSecret, findSecret } from './installation.ts'

const PRESENT = '7d1c0f9ab3e8452650d4c8f1e97b2a6310fe84bd59a7c236e1d05f8847a9b3c2'
const FORMER = '10fe84bd59a7c236e1d05f8847a9b3c27d1c0f9ab3e8452650d4c8f1e97b2a63'

afterEach(() => vi.unstubAllEnvs())

it('a command finds the present and the former secret, whether they stand in the environment or in files', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-secret-files-'))
  const place = { databaseUrl: null, dataFolder: folder }
  vi.stubEnv('JARA_SECRET', PRESENT)
  vi.stubEnv('JARA_SECRET_BEFORE', FORMER)
  const found = () => [findSecret(place), findFormerSecret()].map((secret) => secret?.toString('hex'))
  expect(found()).toEqual([PRESENT, FORMER])
  for (const [name, text] of Object.entries({ JARA_SECRET: PRESENT, JARA_SECRET_BEFORE: FORMER })) {
    const file = path.join(folder, name)
    fs.writeFileSync(file, `${text}\n`, { mode: 0o600 })
    vi.stubEnv(name, '')
    vi.stubEnv(`${name}_FILE`, file)
  }
  expect(found()).toEqual([PRESENT, FORMER])
  fs.rmSync(folder, { recursive: true })
})
