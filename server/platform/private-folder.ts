import fs from 'node:fs'
import path from 'node:path'

/** The installation's data folder cannot be used by this user. */
export class FolderError extends Error {
  override readonly name = 'FolderError'
}

const OTHERS = 0o077
const OTHERS_WRITE = 0o022

/** Makes new files private to this user. A process calls it first. */
export function keepFilesPrivate(): void {
  process.umask(OTHERS)
}

/**
 * Creates a folder or takes an existing one. Afterwards no other user may read or write it, nor write its parent folder
 * if that is this user's.
 *
 * @throws FolderError when it is another user's, or not writable
 */
export function makePrivateFolder(folder: string): void {
  const place = path.resolve(folder)
  explaining(place, () => {
    fs.mkdirSync(place, { recursive: true, mode: 0o700 })
    fs.accessSync(place, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK)
    for (const name of fs.readdirSync(place))
      fs.accessSync(path.join(place, name), fs.constants.R_OK | fs.constants.W_OK)
  })
  keepPrivate(place)
  takeFromOthers(path.dirname(place), OTHERS_WRITE)
}

/** Makes a file or folder private, if it is this user's. */
export function keepPrivate(place: string): void {
  takeFromOthers(place, OTHERS)
}

/** Like keepPrivate, for a folder and everything in it. */
export function keepAllPrivate(folder: string): void {
  keepPrivate(folder)
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name)
    if (entry.isDirectory()) keepAllPrivate(place)
    else if (entry.isFile()) keepPrivate(place)
  }
}

function takeFromOthers(place: string, bits: number): void {
  const { mode } = fs.statSync(place)
  if ((mode & bits) === 0) return
  try {
    fs.chmodSync(place, mode & 0o7777 & ~bits)
  } catch {
    // It is another user's, or the file system has no modes: its owner decides.
  }
}

/** Runs work on a folder. @throws FolderError instead of the file system's error */
export function explaining<Result>(folder: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw toFolderError(folder, error)
  }
}

const WHY: Readonly<Record<string, string>> = {
  EACCES: 'it, or something in it, belongs to another user',
  EPERM: 'it, or something in it, belongs to another user',
  EROFS: 'the disk is read-only',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'there is a file of that name',
  ENAMETOOLONG: 'its path is too long',
}

/** Turns a folder's error into one sentence without a stack trace. */
export function toFolderError(folder: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const why = WHY[code]
  if (why === undefined) return error
  return new FolderError(
    `Jara cannot write in ${path.resolve(folder)}: ${why} (${code}). Give the folder to the user who starts Jara, or set DATA_DIR to another one.`,
  )
}
