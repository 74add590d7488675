import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { findFormerSecret, findSecret } from './installation.ts'

const PRESENT = '7d1c0f9ab3e8452650d4c8f1e97b2a6310fe84bd59a7c236e1d05f8847a9b3c2'
const FORMER = '10fe84bd59a7c236e1d05f8847a9b3c27d1c0f9ab3e8452650d4c8f1e97b2a63'

it('a command finds the present and the former secret, whether they are in the environment or in files', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-secret-files-'))
  const place = { databaseUrl: null, dataFolder: folder }
  const secrets = { JARA_SECRET: PRESENT, JARA_SECRET_BEFORE: FORMER }
  const foundIn = (env: Readonly<Record<string, string>>) =>
    [findSecret(env, place), findFormerSecret(env)].map((secret) => secret?.toString('hex'))
  expect(foundIn(secrets)).toEqual([PRESENT, FORMER])
  const inFiles: Record<string, string> = {}
  for (const [name, text] of Object.entries(secrets)) {
    const file = path.join(folder, name)
    fs.writeFileSync(file, `${text}\n`, { mode: 0o600 })
    inFiles[`${name}_FILE`] = file
  }
  expect(foundIn({ JARA_SECRET: '', JARA_SECRET_BEFORE: '', ...inFiles })).toEqual([PRESENT, FORMER])
  fs.rmSync(folder, { recursive: true })
})
