import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FolderInUseError, lockFolder } from './folder-lock.ts'

let folder: string
const holders: ChildProcessByStdio<null, Readable, Readable>[] = []
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-lock-'))
})
afterEach(() => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL')
  fs.rmSync(folder, { recursive: true })
})

/** Another process that takes the lock, reports it, and keeps it until killed. */
async function holderOf(target: string) {
  const program = `
    import { lockFolder } from ${JSON.stringify(path.join(import.meta.dirname, 'folder-lock.ts'))}
    await lockFolder(${JSON.stringify(target)})
    console.log('held')
    setInterval(() => undefined, 1_000)`
  const holder = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  holders.push(holder)
  await once(holder.stdout, 'data')
  return holder
}

it('refuses a second process with a sentence that says what to do, and leaves the first one alone', async () => {
  const holder = await holderOf(folder)
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
  await expect(lockFolder(folder)).rejects.toThrow(
    `The data folder ${folder} is in use by another Jara process. Stop that one first, or set DATA_DIR to another folder.`,
  )
  expect(holder.exitCode).toBeNull()
})

it('refuses a second taker within one process', async () => {
  const release = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
  await release()
})

it('sees through another path to the same folder', async () => {
  await holderOf(folder)
  const alias = `${folder}-alias`
  fs.symlinkSync(folder, alias)
  try {
    await expect(lockFolder(alias)).rejects.toThrow(FolderInUseError)
  } finally {
    fs.unlinkSync(alias)
  }
})

it('is free again the moment its holder is killed', async () => {
  const holder = await holderOf(folder)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const release = await lockFolder(folder)
  await release()
})

it('can be taken again after it was released', async () => {
  const release = await lockFolder(folder)
  await release()
  const again = await lockFolder(folder)
  await again()
})

it('keeps different folders apart', async () => {
  const other = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-lock-'))
  await holderOf(other)
  const release = await lockFolder(folder)
  await release()
  fs.rmdirSync(other)
})
