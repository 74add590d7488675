// Builds the web app and leaves the stamp that tells scripts/start.js whether the sources have changed since.
import { buildWeb } from './lib/build-web.js'
import { helpFor } from './lib/help.js'
import { oneAtATime } from './lib/one-at-a-time.js'
import { findRuntime, PlainError, root } from './lib/runtime.js'

helpFor('npm run build:web: builds the web app into web/dist and web/dist-server, as npm start does.')

try {
  await oneAtATime(root, () => buildWeb(findRuntime()))
} catch (error) {
  console.error(error instanceof PlainError ? error.message : error)
  process.exitCode = 1
}
