import path from 'node:path'
import { buildWeb } from './lib/build-web.js'
import { helpFor } from './lib/help.js'
import { refuseFull, releaseFiles, writeRelease } from './lib/release.ts'
import { findRuntime, PlainError, root } from './lib/runtime.js'

helpFor(`npm run release: writes the files of a production installation, and nothing else.

  npm run release              into release/
  npm run release -- FOLDER    into an empty folder of your own`)

const folder = process.argv[2] === undefined ? path.join(root, 'release') : path.resolve(process.argv[2])
try {
  refuseFull(folder)
  buildWeb(findRuntime())
  const files = releaseFiles()
  writeRelease(files, folder)
  console.log(`${files.size} files are in ${folder}: docs/operate/live-mode.md says how to install them`)
} catch (error) {
  if (!(error instanceof PlainError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
