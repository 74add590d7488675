import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { databaseKinds, freshDatabase } from '#tests/support/databases.ts'
import { openPglite } from './pglite.ts'
import { isOutOfRoom, requireRoomIn } from './room.ts'

const FULL = `do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`

afterEach(() => {
  vi.useRealTimers()
})

it.runIf(databaseKinds.includes('postgres'))(
  'a server that refused to write counts as full for half a minute, from the last time on',
  async () => {
    const { database, drop } = await freshDatabase('postgres')
    const isFull = () => {
      try {
        database.requireRoom?.()
        return false
      } catch (error) {
        return isOutOfRoom(error)
      }
    }
    vi.useFakeTimers({ toFake: ['performance'] })
    expect(isFull()).toBe(false)
    for (const refused of [() => database.query(FULL), () => database.transaction((tx) => tx.query(FULL))]) {
      await expect(refused()).rejects.toThrow('could not extend file')
      vi.advanceTimersByTime(29_999)
      expect(isFull()).toBe(true)
    }
    await expect(database.query('select 1 / 0')).rejects.toThrow('division by zero')
    vi.advanceTimersByTime(1)
    expect(isFull()).toBe(false)
    vi.useRealTimers()
    await drop()
  },
)

it('opening a database on a full disk fails with a clear sentence', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-room-'))
  const full = vi.spyOn(fs, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 })
  })
  const place = path.join(folder, 'pglite')
  const refused = await openPglite(place).catch((error: unknown) => error)
  expect([refused, isOutOfRoom(refused)]).toMatchObject([
    { message: `there is no room on the disk of ${folder}` },
    true,
  ])
  full.mockRestore()
  fs.rmSync(folder, { recursive: true })
})

it('a folder has room when a file in it can grow, and keeps nothing of the try', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-room-'))
  requireRoomIn(folder)
  expect(fs.readdirSync(folder)).toEqual([])
  fs.rmSync(folder, { recursive: true })
  expect(() => requireRoomIn(folder)).toThrow(`there is no room on the disk of ${folder}`)
})
