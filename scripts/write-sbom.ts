import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { helpFor } from './lib/help.js'
import { licencesPage } from './lib/licences.ts'
import { type Sbom, tidySbom } from './lib/sbom.ts'
import { readShipped } from './lib/shipped.ts'

helpFor(`npm run sbom: writes the bill of materials and the licences of shipped packages from the lock file, offline.`)

const root = path.join(import.meta.dirname, '..')
const shipped = readShipped()
const command = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--offline']
const ofNpm = execFileSync('npm', command, {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'ignore'],
  shell: process.platform === 'win32',
})
fs.writeFileSync(
  path.join(root, 'docs/reference/security/sbom.json'),
  tidySbom(JSON.parse(ofNpm) as Sbom, 'jara', shipped),
)
fs.writeFileSync(path.join(root, 'docs/reference/security/licences.md'), licencesPage(shipped))
console.log(
  `${shipped.length} packages are shipped: docs/reference/security/sbom.json and docs/reference/security/licences.md are written`,
)
