import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PUBLIC_ON_PURPOSE } from '../../scripts/lib/public-on-purpose.ts'
import { filesUnder, PATTERNS, releasedFiles, scanFiles, scanHistory, secretsIn } from '../../scripts/lib/secrets.ts'

/** No keys or passwords are in the repository or in what browsers get. `npm run scan:secrets` reads the history too. */

const root = path.join(import.meta.dirname, '../..')
const bundle = path.join(root, 'web/dist')

it('finds no secret in the files of the repository', () => {
  const names = releasedFiles(root)
  expect(names).toContain('server/platform/config/config.ts')
  expect(scanFiles(root, names)).toEqual([])
})

it('finds no secret in the built web app, and no key of the sandbox either', () => {
  const names = filesUnder(bundle)
  expect(names).toEqual(expect.arrayContaining(['index.html', 'sw.js']))
  expect(scanFiles(bundle, names)).toEqual([])
  const texts = names
    .filter((name) => /\.(?:js|css|html|json|webmanifest)$/.test(name))
    .map((name) => fs.readFileSync(path.join(bundle, name), 'utf8'))
  for (const key of ['sk_test_', 'sk_live_', 'SK_jara', 'jara_sandbox_vtpass_key', 'JARA_SECRET', 'DATABASE_URL']) {
    expect(texts.filter((text) => text.includes(key))).toEqual([])
  }
})

/** Each in two parts, so that this file contains none of them. */
const SPECIMENS: Readonly<Record<keyof typeof PATTERNS, readonly (readonly [string, string])[]>> = {
  'a private key': [
    ['-----BEGIN ', 'PRIVATE KEY-----'],
    ['-----BEGIN EC ', 'PRIVATE KEY-----'],
    ['-----BEGIN OPENSSH ', 'PRIVATE KEY-----'],
  ],
  'a key of Paystack': [
    ["key = 'sk_", "live_0a1b2c3d4e5f'"],
    ['sk_', 'test_0a1b2c3d4e5f'],
  ],
  'a key of VTpass': [
    ['SK_', '9f8e7d6c5b4a39281706'],
    ['PK_', '9f8e7d6c5b4a39281706'],
  ],
  'a key of Amazon': [['AKIA', 'QWERTYUIOPASDFGH']],
  'a key of Google': [['AIza', 'SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q']],
  'a token of GitHub': [
    ['ghp_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'],
    ['github_pat_', '11ABCDEFG0a1b2c3d4e5f6'],
  ],
  'a token of Slack': [['xoxb-', '123456789012-abcdef']],
  'a token of npm': [['npm_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8']],
  'a signed token': [['eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3In0.c2lnbmF0dXJlLW9m']],
  'a password in an address': [
    ['postgres://jara:', 'Tr0ub4dor@db.wallet.ng/jara'],
    ['https://ada:', 'Tr0ub4dor@10.0.0.5/'],
  ],
  'hexadecimal digits named as a secret': [
    ['JARA_SECRET=', '0f1e2d3c4b5a69788796a5b4c3d2e1f0'],
    ['"apiKey": "', '0f1e2d3c4b5a69788796a5b4c3d2e1f0"'],
  ],
  'a long text named as a secret': [["callbackSecret: '", "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFy'"]],
}

it.each(Object.entries(SPECIMENS))('finds %s wherever one is planted', (what, specimens) => {
  for (const parts of specimens) {
    const found = secretsIn(`first line\nconst it = ${parts.join('')}\n`, (line) => `line ${line}`)
    expect(found).toContainEqual(expect.objectContaining({ what, where: 'line 2' }))
  }
})

it('has a specimen for each kind of secret it looks for, and lets the known ones through', () => {
  expect(Object.keys(SPECIMENS).sort()).toEqual(Object.keys(PATTERNS).sort())
  for (const { texts, why } of PUBLIC_ON_PURPOSE) {
    expect(why).not.toBe('')
    for (const text of texts) expect(secretsIn(text, String)).toEqual([])
  }
  // A known text does not excuse a longer one that begins the same.
  const longer = ['sk_', 'live_0123456789abcdef'].join('')
  expect(secretsIn(longer, String)).toHaveLength(1)
})

describe.runIf(spawnSync('git', ['--version']).status === 0)('the history', () => {
  let folder: string
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-history-'))
  })
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

  const git = (...words: string[]) => {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.ng', '-c', 'commit.gpgsign=false']
    expect(spawnSync('git', [...identity, ...words], { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0 })
  }

  it('shows a secret that was removed again, on a branch that is not checked out', async () => {
    git('init', '-q', '-b', 'main')
    git('commit', '-q', '--allow-empty', '-m', 'first')
    git('switch', '-q', '-c', 'aside')
    fs.writeFileSync(path.join(folder, 'a.txt'), ['AKIA', 'QWERTYUIOPASDFGH\n'].join(''))
    git('add', '-A')
    git('commit', '-q', '-m', 'with a key')
    fs.writeFileSync(path.join(folder, 'a.txt'), 'nothing\n')
    git('commit', '-q', '-a', '-m', 'without it')
    git('switch', '-q', 'main')
    expect(await scanHistory(folder)).toMatchObject([
      { what: 'a key of Amazon', where: expect.stringMatching(/^[0-9a-f]+ a\.txt$/) },
    ])
  })

  it('is left out where there is none, and every file there counts as released', async () => {
    fs.mkdirSync(path.join(folder, 'server'))
    fs.mkdirSync(path.join(folder, 'node_modules'))
    for (const name of ['a.txt', 'server/b.txt', 'node_modules/c.txt']) fs.writeFileSync(path.join(folder, name), '')
    expect(await scanHistory(folder)).toBeNull()
    expect(releasedFiles(folder).sort()).toEqual(['a.txt', 'server/b.txt'])
  })
})
