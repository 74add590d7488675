import fs from 'node:fs'
import path from 'node:path'
import { helpFor } from './lib/help.js'
import { type Found, filesUnder, releasedFiles, scanFiles, scanHistory } from './lib/secrets.ts'

helpFor(`npm run scan:secrets: looks for keys and passwords in the committed files, in the whole history and in the built web app.

Exit code 1 if it finds one. It prints only the beginning of what it finds.`)

const SHOWN_CHARACTERS = 6
const root = path.join(import.meta.dirname, '..')
const bundle = path.join(root, 'web/dist')

const places: [place: string, found: Found[] | null][] = [
  ['the files of a release', scanFiles(root, releasedFiles(root))],
  ['the history', await scanHistory(root)],
  ['the built web app', fs.existsSync(bundle) ? scanFiles(bundle, filesUnder(bundle)) : null],
]
for (const [place, found] of places) {
  if (found === null) console.log(`${place}: skipped, because it does not exist here`)
  else console.log(`${place}: ${found.length === 0 ? 'nothing found' : `${found.length} found`}`)
  for (const { what, where, text } of found ?? [])
    console.log(`  ${where}: ${what}, ${text.slice(0, SHOWN_CHARACTERS)}…`)
}
process.exitCode = places.some(([, found]) => found !== null && found.length > 0) ? 1 : 0
