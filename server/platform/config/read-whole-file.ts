import fs from 'node:fs'

/** The content of a file, or why it is refused. `isForOwnerAlone`: refused if anyone else may read or write it. */
export function readWholeFile(
  file: string,
  { maxBytes, isForOwnerAlone }: { readonly maxBytes: number; readonly isForOwnerAlone: boolean },
): { readonly text: string } | string {
  let handle: number
  try {
    // Without O_NONBLOCK, opening a pipe with no writer would hang.
    handle = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return isMissing ? `there is no file ${file}` : `${file} cannot be read`
  }
  try {
    const stat = fs.fstatSync(handle)
    if (!stat.isFile()) return `${file} is no file`
    if (isForOwnerAlone && isOpenToOthers(stat))
      return `${file} can be read by others: live mode needs chmod 600 or 400`
    if (stat.size > maxBytes) return `${file} has more than ${maxBytes} bytes`
    return { text: fs.readFileSync(handle, 'utf8') }
  } finally {
    fs.closeSync(handle)
  }
}

/**
 * Whether anyone except the owner and root may read or write it. Group root may read: systemd gives a service's user
 * access to a credential that way, with an access list.
 */
export function isOpenToOthers({ mode, gid }: { readonly mode: number; readonly gid: number }): boolean {
  return (mode & (gid === 0 ? 0o037 : 0o077)) !== 0
}
