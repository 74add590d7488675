import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { secretFromFile } from './crypto/keys.ts'
import { FolderError, makePrivateFolder, toFolderError } from './private-folder.ts'

describe('the folder that data is kept in', () => {
  let around: string
  beforeEach(() => {
    around = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-folder-'))
  })
  afterEach(() => fs.rmSync(around, { recursive: true }))

  const modeOf = (...names: string[]) => (fs.statSync(path.join(around, ...names)).mode & 0o7777).toString(8)

  it('is its owner’s alone when it is made', () => {
    makePrivateFolder(path.join(around, 'data', 'pglite'))
    expect([modeOf('data'), modeOf('data', 'pglite')]).toEqual(['700', '700'])
  })

  it('is taken from others who may read or write in it, or could put another one in its place', () => {
    fs.mkdirSync(path.join(around, 'data', 'pglite'), { recursive: true })
    fs.chmodSync(path.join(around, 'data', 'pglite'), 0o777)
    fs.chmodSync(path.join(around, 'data'), 0o3777)
    makePrivateFolder(path.join(around, 'data', 'pglite'))
    expect([modeOf('data'), modeOf('data', 'pglite')]).toEqual(['3755', '700'])
  })

  it('has a secret that nobody else reads, one that somebody copied there too', () => {
    const made = secretFromFile(around)
    expect(modeOf('secret.key')).toBe('600')
    fs.chmodSync(path.join(around, 'secret.key'), 0o644)
    expect(secretFromFile(around)).toEqual(made)
    expect(modeOf('secret.key')).toBe('600')
  })

  it('that cannot be used is named in one sentence, with the reason and the way out', () => {
    fs.writeFileSync(path.join(around, 'file'), '')
    const folder = path.join(around, 'file', 'pglite')
    const sentence = (why: string) =>
      `Jara cannot write in ${folder}: ${why}. Give the folder to the user who starts Jara, or set DATA_DIR to another one.`
    expect(() => makePrivateFolder(folder)).toThrow(new FolderError(sentence('a part of its path is a file (ENOTDIR)')))
    expect(() => secretFromFile(folder)).toThrow(new FolderError(sentence('a part of its path is a file (ENOTDIR)')))
    const refused = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
    expect(toFolderError(folder, refused)).toEqual(
      new FolderError(sentence('it, or something in it, belongs to another user (EACCES)')),
    )
    const other = new Error('something else')
    expect(toFolderError(folder, other)).toBe(other)
  })
})
