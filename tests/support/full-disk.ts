import fs from 'node:fs'

/*
 * Loaded before a program (`--import`): JARA_TEST_DISK names the fault of its data folder's disk. `full`: no file can
 * grow, but existing content can be overwritten. `log-fails`: writing the database's log fails.
 */
const order = process.env.JARA_TEST_DISK ?? ''
const names = new Map<number, string>()
const { openSync, writeSync } = fs

Object.assign(fs, {
  openSync(file: fs.PathLike, ...rest: [flags: fs.OpenMode, mode?: fs.Mode]) {
    const handle = openSync(file, ...rest)
    names.set(handle, String(file))
    return handle
  },
  writeSync: ((handle: number, buffer: Uint8Array, offset: number, length: number, position: number) => {
    const name = names.get(handle) ?? ''
    if (name.includes('/pglite/') && fs.existsSync(order)) {
      const says = fs.readFileSync(order, 'utf8')
      const grows = position + length > fs.fstatSync(handle).size
      if ((says === 'full' && grows) || (says === 'log-fails' && name.includes('pg_wal'))) {
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 })
      }
    }
    return writeSync(handle, buffer, offset, length, position)
  }) as typeof fs.writeSync,
})
