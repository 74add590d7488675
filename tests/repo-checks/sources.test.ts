import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

/** What no source of the product does, checked in the sources themselves. Tests are excluded. */

const root = path.join(import.meta.dirname, '../..')
const SHIPPED = ['server', 'contract', 'web/src', 'sandbox', 'audit']

const sources = SHIPPED.flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)),
).map((file) => ({ file, text: fs.readFileSync(path.join(root, file), 'utf8') }))

/** Lines of shipped sources that match, as `file: line`. */
function linesWith(pattern: RegExp, within = ''): string[] {
  return sources
    .filter(({ file }) => file.startsWith(within))
    .flatMap(({ file, text }) =>
      text.split('\n').flatMap((line) => (pattern.test(line) ? [`${file}: ${line.trim()}`] : [])),
    )
}

it('reads all of them', () => expect(sources.length).toBeGreaterThan(400))

describe('no source', () => {
  it('runs text as code', () => {
    expect(linesWith(/\beval\(|new Function\b|node:vm\b|setTimeout\(\s*['"`]/)).toEqual([])
  })

  it('writes text into a page as HTML', () => {
    expect(linesWith(/dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write/)).toEqual([])
  })

  it('starts another program, but for the audit of what was restored and the verification of a backup', () => {
    expect(linesWith(/child_process/)).toEqual([
      expect.stringMatching(/^server\/commands\/program\.ts: import \{ \w+ \} from 'node:child_process'$/),
      expect.stringMatching(/^server\/platform\/backups\/verify-own\.ts: import \{ \w+ \} from 'node:child_process'$/),
    ])
    const started = [...linesWith(/\bspawn\(/), ...linesWith(/\.runAudit\(/)]
    expect(started).toEqual([
      expect.stringMatching(
        /^server\/commands\/program\.ts: .*spawn\(process\.execPath, \[AUDIT\], \{ env, stdio: 'inherit' \}\)/,
      ),
      // An argument of a program that parses arguments, not of a shell.
      expect.stringMatching(
        /^server\/platform\/backups\/verify-own\.ts: .*spawn\(process\.execPath, \[COMMAND, '--verify', file\], \{$/,
      ),
      expect.stringMatching(/^server\/commands\/backup\.ts: /),
      expect.stringMatching(/^server\/commands\/restore\.ts: /),
    ])
    expect(linesWith(/shell: true/)).toEqual([])
  })

  it('makes a pattern from anything but constants', () => {
    const patterns = linesWith(/RegExp\(/).map((line) => line.slice(line.indexOf('RegExp(')))
    const parts = patterns.flatMap((pattern) => [...pattern.matchAll(/\$\{([^}]+)\}/g)].map(([, part]) => part ?? ''))
    expect(parts.filter((part) => !/^[A-Z][A-Z_]*$/.test(part))).toEqual([])
    expect(linesWith(/RegExp\((?!`)/)).toEqual([])
  })

  it('listens to what other windows say', () => {
    const lines = linesWith(/addEventListener\(\s*['"]message['"]|window\.onmessage|postMessage\(.*\*/, 'web/')
    // The service worker only receives messages from pages of its own origin.
    expect(lines.filter((line) => !line.startsWith('web/src/alerts/worker/main.ts: '))).toEqual([])
  })

  it('has cryptography of its own: it comes from Node, the browser and the passkey libraries', () => {
    const kinds = linesWith(
      /\bimport\b.*(?:from |\()'[^'.#]*(crypt|cipher|hash|webauthn|jose|jsonwebtoken|bcrypt|argon)[^']*'/i,
    )
    const from = new Set(kinds.map((line) => line.match(/(?:from |\()'([^']+)'/)?.[1]))
    expect([...from].toSorted()).toEqual([
      '@simplewebauthn/browser',
      '@simplewebauthn/server',
      '@simplewebauthn/server/helpers',
      'node:crypto',
    ])
  })

  it('writes to a response past Fastify, but where a slow reader is bounded', () => {
    const filesWith = (pattern: RegExp) => [...new Set(linesWith(pattern, 'server/').map((line) => line.split(':')[0]))]
    expect(filesWith(/\bhijack\(|\braw\.(?:write|writeHead|end)\(|\.pipe\(/).toSorted()).toEqual([
      'server/platform/http/long-response.ts',
      'server/platform/http/refuse-early.ts',
    ])
    // A command's input, backup files, a verification's output, and incoming bodies: nothing else has a stream to send.
    expect(filesWith(/from 'node:stream(?:\/\w+)?'/).toSorted()).toEqual([
      'server/commands/ask.ts',
      'server/platform/backups/file.ts',
      'server/platform/backups/verify-own.ts',
      'server/platform/http/long-response.ts',
      'server/platform/images/receive-image.ts',
    ])
  })

  it('tells open pages past the one way that reaches those of this process and of all others', () => {
    expect(linesWith(/pg_notify/).filter((line) => !line.startsWith('server/platform/events.ts: '))).toEqual([])
    expect(linesWith(/publish: (?:async )?\(.*\) => (?:undefined|\{\})/)).toEqual([])
  })
})
