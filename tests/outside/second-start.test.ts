import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { oneAtATime } from '../../scripts/lib/one-at-a-time.js'

const WAITS = 'Another start is installing or building here: waiting for it …'
const module = path.join(import.meta.dirname, '../../scripts/lib/one-at-a-time.js')
let checkout: string

beforeEach(() => {
  checkout = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-checkout-'))
})
afterEach(() => {
  fs.rmSync(checkout, { recursive: true })
  vi.restoreAllMocks()
})

describe('two starts of one checkout', () => {
  it('install and build one after the other, the second says that it waits, and a failure lets it go on', async () => {
    const said = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const order: string[] = []
    const first = Promise.withResolvers<void>()
    const one = oneAtATime(checkout, async () => {
      order.push('one begins')
      await first.promise
      order.push('one ends')
      throw new Error('no room to build')
    })
    await expect.poll(() => order).toEqual(['one begins'])
    const two = oneAtATime(checkout, () => order.push('two'))
    await expect.poll(() => said.mock.calls).toEqual([[WAITS]])
    first.resolve()
    await expect(one).rejects.toThrow('no room to build')
    await two
    expect(order).toEqual(['one begins', 'one ends', 'two'])
  })

  it('wait for none that was killed', async () => {
    const program = `import { oneAtATime } from ${JSON.stringify(module)}
      setInterval(() => undefined, 60_000)
      await oneAtATime(${JSON.stringify(checkout)}, () => new Promise(() => console.log('building')))`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await oneAtATime(checkout, () => 'built')).toBe('built')
  })

  it('of two checkouts do not wait for each other', async () => {
    const other = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-checkout-'))
    expect(await oneAtATime(checkout, () => oneAtATime(other, () => 'built'))).toBe('built')
    fs.rmSync(other, { recursive: true })
  })
})
