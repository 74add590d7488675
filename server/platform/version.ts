import fs from 'node:fs'
import path from 'node:path'

type PackageFile = { version: string }

/** The version of this program, from package.json. */
export const { version }: PackageFile = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'),
)
