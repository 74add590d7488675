import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A folder that contains the repository. */
export type Files = {
  readonly root: string
  read(file: string): string
  write(file: string, text: string): void
}

function filesIn(root: string): Files {
  return {
    root,
    read: (file) => fs.readFileSync(path.join(root, file), 'utf8'),
    write: (file, text) => fs.writeFileSync(path.join(root, file), text),
  }
}

/** The repository as it is on disk, including uncommitted changes. */
export const here = filesIn(path.join(import.meta.dirname, '..', '..'))

/** Copies the repository to a temporary folder, sharing only the installed packages. */
export function copyRepository(): Files & { remove(): void } {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: here.root,
    encoding: 'utf8',
  })
  for (const file of listed.split('\0').filter((each) => each !== '' && each !== 'node_modules')) {
    const source = path.join(here.root, file)
    if (!fs.existsSync(source)) continue
    fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
    fs.copyFileSync(source, path.join(root, file))
  }
  fs.symlinkSync(fs.realpathSync(path.join(here.root, 'node_modules')), path.join(root, 'node_modules'))
  return { ...filesIn(root), remove: () => fs.rmSync(root, { recursive: true, force: true }) }
}
