import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'

/** The same sources give the same web app, whoever builds it, where and when. */

const root = path.join(import.meta.dirname, '../..')
/** On the disk of the repository, so that its packages can be linked instead of copied; with a space in its name. */
const elsewhere = path.join(root, 'test-results', `built again ${process.pid}`)
const SOURCES = ['web', 'contract', 'scripts', 'package.json', 'package-lock.json', 'tsconfig.json']
const BUILT = ['web/dist', 'web/dist-server']

afterAll(() => fs.rmSync(elsewhere, { recursive: true, force: true }))

it('is built byte for byte the same in another folder, time zone and language, over an older build', () => {
  for (const source of SOURCES) {
    const isNoBuild = (from: string) => !BUILT.includes(path.relative(root, from))
    fs.cpSync(path.join(root, source), path.join(elsewhere, source), { recursive: true, filter: isNoBuild })
  }
  linkTree(path.join(root, 'node_modules'), path.join(elsewhere, 'node_modules'))
  // What lies about from before must not get into what is built: these are classes of the styles' own language.
  fs.mkdirSync(path.join(elsewhere, 'web/dist'))
  fs.writeFileSync(path.join(elsewhere, 'web/dist/old.html'), '<p class="rotate-45 bg-red-500 mt-[13px]"></p>')

  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-web.js'], {
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
}, 180_000)

/** Each file under a folder with the hash of its bytes. */
function contentsOf(folder: string): Map<string, string> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const files = names.filter((name) => fs.statSync(path.join(folder, name)).isFile())
  return new Map(files.map((name) => [name, hashOf(path.join(folder, name))]))
}

function hashOf(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex')
}

/** The same files once more, without their bytes. What tools keep there for themselves stays behind. */
function linkTree(from: string, to: string): void {
  fs.mkdirSync(to)
  for (const each of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, each.name), path.join(to, each.name)]
    if (each.isDirectory() && !['.cache', '.vite', '.vite-temp'].includes(each.name)) linkTree(source, target)
    else if (each.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target)
    else if (each.isFile()) fs.linkSync(source, target)
  }
}
