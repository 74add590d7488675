import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keysFrom, secretFromFile } from './keys.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-keys-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

it('makes a secret of 32 random bytes once, for its owner only, and reads it ever after', () => {
  const first = secretFromFile(path.join(folder, 'data'))
  expect(first).toHaveLength(32)
  expect(secretFromFile(path.join(folder, 'data'))).toEqual(first)
  expect(secretFromFile(path.join(folder, 'other'))).not.toEqual(first)
  const file = path.join(folder, 'data', 'secret.key')
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  expect(fs.readdirSync(path.dirname(file))).toEqual(['secret.key'])
})

it.each(['', 'abc', 'a1'.repeat(31), `${'a1'.repeat(32)}f`, 'not hexadecimal at all'])(
  'refuses a file that holds "%s"',
  (text) => {
    fs.writeFileSync(path.join(folder, 'secret.key'), text)
    expect(() => secretFromFile(folder)).toThrow(
      'secret.key does not hold an even number of hexadecimal digits, 64 or more',
    )
  },
)

it('reads a secret from the file that is longer than those it makes', () => {
  fs.writeFileSync(path.join(folder, 'secret.key'), `${'a1'.repeat(40)}\n`)
  expect(secretFromFile(folder)).toEqual(Buffer.from('a1'.repeat(40), 'hex'))
})

it('derives a key of its own for each purpose', () => {
  const { id, previous, ...keys } = keysFrom(new Uint8Array(32))
  expect(new Set(Object.values(keys).map((each) => Buffer.from(each).toString('hex'))).size).toBe(8)
  expect([id, previous]).toEqual([expect.stringMatching(/^[0-9a-f]{8}$/), null])
})
