import { expect, it } from 'vitest'
import { readFromRoot } from '#tests/support/shown-by.ts'

/** What package.json, .npmrc and the lock file promise about third-party code. */

type Packages = Readonly<Record<string, string>>
type Locked = {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly link?: boolean
}

const manifest: Readonly<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Packages | undefined>> =
  JSON.parse(readFromRoot('package.json'))
const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(readFromRoot('package-lock.json'))
const running = { ...manifest.dependencies, ...manifest.optionalDependencies }
const direct = { ...running, ...manifest.devDependencies }
const installed = Object.entries(packages).filter(([folder]) => folder !== '')

it('names each direct package by one exact version of the public registry', () => {
  expect(Object.entries(direct).filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))).toEqual([])
})

it('has at most 40 direct packages in the running product', () => {
  expect(Object.keys(running).length).toBeLessThanOrEqual(40)
})

it('locks every package to its content, and none to an address or a folder', () => {
  expect(installed.length).toBeGreaterThan(400)
  const loose = installed.filter(
    ([, { integrity, resolved, link }]) => !/^sha512-/.test(integrity ?? '') || resolved !== undefined || link === true,
  )
  expect(loose.map(([folder]) => folder)).toEqual([])
})

it('runs no script of a package when it is installed, and keeps exact versions', () => {
  const settings = readFromRoot('.npmrc').split('\n')
  expect(settings).toEqual(expect.arrayContaining(['ignore-scripts=true', 'save-exact=true']))
})

it('gives a reason for each direct package', () => {
  const reasons = readFromRoot('docs/why/decisions/0006-direct-dependencies.md')
  const words = reasons.match(/`[^`]+`/g)?.map((each) => each.slice(1, -1)) ?? []
  // `@fastify/cookie`, `helmet` and the like share a row.
  const isNamed = (name: string) =>
    words.some((each) => each === name || (each.endsWith('/*') && name.startsWith(each.slice(0, -1)))) ||
    words.includes(name.replace('@fastify/', ''))
  expect(Object.keys(direct).filter((name) => !isNamed(name))).toEqual([])
})
