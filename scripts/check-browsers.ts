import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findNewer } from './lib/find-newer.ts'

/**
 * Checks the built web app against the oldest supported browsers (contract/browsers.ts), as part of every build. Syntax
 * has been lowered by then. Built-ins and styles cannot be, in our own code or a library's, so each newer one fails the
 * build. An argument names a folder to check instead of web/dist.
 */
const folder = process.argv[2] ?? join(import.meta.dirname, '../web/dist')
if (!existsSync(join(folder, 'index.html')))
  throw new Error(`nothing is built in ${folder}: run "npm run build:web" first`)

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(?:js|css)$/.test(name))
const found = names.flatMap((name) =>
  findNewer(name, readFileSync(join(folder, name), 'utf8')).map((what) => `${name}: ${what}`),
)
for (const line of found) process.stdout.write(`newer than the oldest supported browsers: ${line}\n`)
if (found.length > 0) process.exitCode = 1
