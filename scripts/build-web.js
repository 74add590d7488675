// Builds the web app for real and leaves the stamp by which scripts/start.js knows that nothing changed since.
import { buildWeb } from './lib/build-web.js'
import { findRuntime } from './lib/runtime.js'

buildWeb(findRuntime())
