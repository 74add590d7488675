import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refuseUnbuildable } from '../../scripts/lib/build-web.js'
import { NPM_FLAGS } from '../../scripts/lib/install.js'

const root = path.join(import.meta.dirname, '../..')
let folder: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-machine-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

it('says of a folder in which the web app cannot be built which character of its path is why', () => {
  const odd = path.join(folder, "Ada's #1")
  fs.cpSync(path.join(root, 'scripts'), path.join(odd, 'scripts'), { recursive: true })
  fs.copyFileSync(path.join(root, 'package.json'), path.join(odd, 'package.json'))
  const { status, stderr } = spawnSync(process.execPath, [path.join(odd, 'scripts', 'build-web.js')], {
    encoding: 'utf8',
  })
  expect(stderr.trim()).toBe(
    `The web app cannot be built in ${odd}, because of the "'" in its path: move or rename the folder, and start again.`,
  )
  expect(status).toBe(1)
  for (const character of '#?$\\')
    expect(() => refuseUnbuildable(`/home/a${path.sep === '/' ? character : '#'}b`)).toThrow()
  for (const fine of ['/home/ada/jara', '/home/ada/my jara (2)', '/home/àdá/50%']) refuseUnbuildable(fine)
})

it('installs every kind of package, whatever npm is set to leave out or refuse', () => {
  const kinds = { dependencies: 'a', devDependencies: 'b', optionalDependencies: 'c' } as const
  const names = Object.values(kinds)
  const wanted = Object.fromEntries(Object.entries(kinds).map(([kind, name]) => [kind, { [name]: `file:${name}` }]))
  const engines = { node: '>=99' }
  // An optional package that declares it cannot run here is correctly left out.
  const packages = names.map((name) => [name, { version: '1.0.0', ...(name === 'c' ? {} : { engines }) }] as const)
  const links = names.map((name) => [`node_modules/${name}`, { resolved: name, link: true }] as const)
  const write = (file: string, content: unknown) => fs.writeFileSync(path.join(folder, file), JSON.stringify(content))
  write('package.json', { name: 'all', version: '1.0.0', engines, ...wanted })
  write('package-lock.json', {
    name: 'all',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'all', version: '1.0.0', engines, ...wanted },
      ...Object.fromEntries([...packages, ...links]),
    },
  })
  for (const [name, each] of packages) {
    fs.mkdirSync(path.join(folder, name))
    write(path.join(name, 'package.json'), { name, ...each })
  }
  fs.writeFileSync(path.join(folder, '.npmrc'), 'omit=dev\nomit[]=optional\nengine-strict=true\n')
  const { status, stderr } = spawnSync('npm', ['ci', '--offline', ...NPM_FLAGS], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', HOME: folder, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(
    fs
      .readdirSync(path.join(folder, 'node_modules'))
      .filter((name) => !name.startsWith('.'))
      .sort(),
  ).toEqual(names)
})
