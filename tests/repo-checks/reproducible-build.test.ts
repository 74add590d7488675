import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { linkTree } from '#tests/support/link-tree.ts'
import { releaseFiles } from '../../scripts/lib/release.ts'

/** The same sources give the same web app and release, whoever builds them, wherever and whenever. */

const root = path.join(import.meta.dirname, '../..')
/** On the repository's disk, so that its packages can be linked, not copied; with a space in its name. */
const elsewhere = path.join(root, 'test-results', `built again ${process.pid}`)
const SOURCES = [
  ...['web', 'contract', 'server', 'audit', 'scripts', 'docs', 'deploy'],
  ...['package.json', 'package-lock.json', 'tsconfig.json', '.npmrc', 'LICENSE'],
]
const BUILT = ['web/dist', 'web/dist-server']

afterAll(() => fs.rmSync(elsewhere, { recursive: true, force: true }))

it('is built byte for byte the same in another folder, time zone and language, over an older build', () => {
  const release = releaseFiles()
  for (const source of SOURCES) {
    const isNoBuild = (from: string) => ![...BUILT, 'docs/screens'].includes(path.relative(root, from))
    fs.cpSync(path.join(root, source), path.join(elsewhere, source), { recursive: true, filter: isNoBuild })
  }
  // Leaves out the tools' own caches.
  linkTree(path.join(root, 'node_modules'), path.join(elsewhere, 'node_modules'), ['.cache', '.vite', '.vite-temp'])
  // Earlier output must not get into the build: these are classes in the styles' own language.
  fs.mkdirSync(path.join(elsewhere, 'web/dist'))
  fs.writeFileSync(path.join(elsewhere, 'web/dist/old.html'), '<p class="rotate-45 bg-red-500 mt-[13px]"></p>')

  const { status, stderr } = spawnSync(process.execPath, ['scripts/write-release.ts'], {
    cwd: elsewhere,
    encoding: 'utf8',
    env: { ...process.env, TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8', JARA_SECRET: 'no part of it', VITE_WORD: 'nor this' },
  })
  expect({ status, stderr }).toMatchObject({ status: 0 })
  for (const folder of BUILT) {
    const [first, second] = [root, elsewhere].map((each) => contentsOf(path.join(each, folder)))
    expect(first?.size).toBeGreaterThan(0)
    expect(second).toEqual(first)
  }
  const hashes = [...release].map(([file, bytes]) => [file, sha256(bytes)] as const)
  expect(contentsOf(path.join(elsewhere, 'release'))).toEqual(new Map(hashes))
})

/** Each file under a folder with the hash of its bytes. */
function contentsOf(folder: string): Map<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const files = names.filter((name) => fs.statSync(path.join(folder, name)).isFile())
  return new Map(files.map((name) => [name, sha256(fs.readFileSync(path.join(folder, name)))]))
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
