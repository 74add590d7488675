import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { helpFor } from './lib/help.js'
import { findViolations } from './lib/import-rules.ts'

helpFor(`npm run check: its import directions. Checks the repository against the rules in ARCHITECTURE.md.`)

const root = path.join(import.meta.dirname, '..')
const PARTS = ['contract', 'server', 'sandbox', 'audit', 'web/src']

const files = new Map<string, string>()
for (const part of PARTS) {
  for (const name of readdirSync(path.join(root, part), { recursive: true, encoding: 'utf8' })) {
    const file = path.posix.join(part, name.split(path.sep).join('/'))
    if (/\.(ts|tsx|sql)$/.test(file)) files.set(file, readFileSync(path.join(root, file), 'utf8'))
  }
}

const violations = findViolations(files)
for (const violation of violations) console.error(violation)
console.log(`Import directions: ${files.size} files, ${violations.length} violations`)
process.exitCode = violations.length > 0 ? 1 : 0
