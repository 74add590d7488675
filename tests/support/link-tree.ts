import fs from 'node:fs'
import path from 'node:path'

/**
 * Recreates a folder's files in a new folder, as hard links if both are on one disk.
 *
 * @param leftOut names of files and folders to skip at any depth
 */
export function linkTree(from: string, to: string, leftOut: readonly string[]): void {
  fs.mkdirSync(to, { recursive: true })
  for (const each of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, each.name), path.join(to, each.name)]
    if (leftOut.includes(each.name)) continue
    if (each.isDirectory()) linkTree(source, target, leftOut)
    else if (each.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(source), target)
    else if (each.isFile()) link(source, target)
  }
}

function link(source: string, target: string): void {
  try {
    fs.linkSync(source, target)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    fs.copyFileSync(source, target)
  }
}
