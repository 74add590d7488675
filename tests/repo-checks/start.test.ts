import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SETTINGS as ROWS, SECRET_SETTINGS } from '#server/platform/config/settings.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/free-port.ts'
import { copyMadeDatabase } from '#tests/support/made-database.ts'
import { programEnvironment } from '#tests/support/program-environment.ts'
import { openSandboxControl } from '#tests/support/sandbox-control.ts'
import { type TlsFiles, tlsFiles } from '#tests/support/self-signed.ts'
import { environmentForBuild, environmentForNpm, environmentForPart, isNewEnough } from '../../scripts/lib/runtime.js'
import { APP_SETTINGS } from '../../scripts/lib/setting-names.js'

const script = path.join(import.meta.dirname, '../../scripts/start.js')
const running: ChildProcess[] = []
const databases: FreshDatabase[] = []
let folder: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-start-'))
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  for (const { drop } of databases.splice(0)) await drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** `npm start` with its own ports and data folder. `output` collects what a person would read. */
async function start(settings: {
  port: number
  sandboxPort: number
  smtpPort: number
  throughNpm?: boolean
  mode?: string
  host?: string
  tls?: TlsFiles
  databaseUrl?: string
  env?: Readonly<Record<string, string>>
}) {
  const [program, argument] = settings.throughNpm === true ? ['npm', 'start'] : [process.execPath, script]
  const child = spawn(program, [argument], {
    cwd: path.join(import.meta.dirname, '../..'),
    // Its own process group, like a shell's job.
    detached: true,
    env: {
      ...programEnvironment(),
      ...settings.env,
      PORT: String(settings.port),
      SANDBOX_PORT: String(settings.sandboxPort),
      SANDBOX_SMTP_PORT: String(settings.smtpPort),
      DATA_DIR: folder,
      JARA_MODE: settings.mode ?? 'sandbox',
      HOST: settings.host ?? '',
      ...(settings.databaseUrl === undefined ? {} : { DATABASE_URL: settings.databaseUrl }),
      ...settings.tls,
    },
  })
  running.push(child)
  const seen = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (seen.text += chunk))
  return { child, seen, ended: once(child, 'exit').then(([code]) => code as number | null) }
}

/** A database for starts that do not test one: where there is PostgreSQL, a start takes a fraction of the time. */
async function readyDatabase(): Promise<{ databaseUrl?: string }> {
  if (!databaseKinds.includes('postgres')) {
    await copyMadeDatabase(folder)
    return {}
  }
  const fresh = await freshDatabase('postgres')
  databases.push(fresh)
  return { databaseUrl: fresh.url ?? '' }
}

async function untilReady(product: Awaited<ReturnType<typeof start>>) {
  await expect.poll(() => product.seen.text).toMatch(/Jara is ready: .*sandbox bank: .*/)
}

async function freePorts() {
  return { port: await freePort(), sandboxPort: await freePort(), smtpPort: await freePort() }
}

const answers = (url: string) =>
  fetch(url).then(
    (answer) => answer.ok,
    () => false,
  )

it('brings up app and sandbox world, says where, lets no second one use their data folder, and ends both on SIGTERM with code 0', async () => {
  const ports = await freePorts()
  const product = await start(ports)
  await untilReady(product)
  expect(product.seen.text).toContain(
    `Jara is ready: http://localhost:${ports.port} · sandbox bank: http://localhost:${ports.sandboxPort}`,
  )
  expect(await answers(`http://localhost:${ports.port}/healthz`)).toBe(true)
  expect(await answers(`http://localhost:${ports.sandboxPort}/`)).toBe(true)
  const second = await start(await freePorts())
  expect(await second.ended).toBe(1)
  expect(second.seen.text).toMatch(/The data folder .* is in use by another Jara process/)
  expect(await answers(`http://localhost:${ports.port}/healthz`)).toBe(true)
  product.child.kill('SIGTERM')
  expect(await product.ended).toBe(0)
  expect(await answers(`http://localhost:${ports.port}/healthz`)).toBe(false)
  expect(await answers(`http://localhost:${ports.sandboxPort}/`)).toBe(false)
})

it('with a certificate looks for the app over https, says so, and the sandbox world brings its webhooks there, past any proxy', async () => {
  const ports = await freePorts()
  const proxy = `http://127.0.0.1:${await freePort()}`
  const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, HTTPS_PROXY: proxy }
  const product = await start({ ...ports, ...(await readyDatabase()), tls: tlsFiles(), env })
  await untilReady(product)
  const world = `http://localhost:${ports.sandboxPort}`
  expect(product.seen.text).toContain(`Jara is ready: https://localhost:${ports.port} · sandbox bank: ${world}`)
  expect(await answers(`http://localhost:${ports.port}/healthz`)).toBe(false)

  const headers = { authorization: 'Bearer sk_test_jara_sandbox_world', 'content-type': 'application/json' }
  const send = async <Body>(path: string, body: object) => {
    const answer = await fetch(`${world}/paystack/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return ((await answer.json()) as { data: Body }).data
  }
  const to = { type: 'nuban', name: 'Bola Ade', account_number: '0123456784', bank_code: '044', currency: 'NGN' }
  const { recipient_code: recipient } = await send<{ recipient_code: string }>('transferrecipient', to)
  await send('transfer', { source: 'balance', amount: 500_000, recipient, reference: 'ord_0123456789abcdef' })
  const sandbox = openSandboxControl(world)
  const stateOfTransfers = async () => (await sandbox.truth()).transfers.map(({ status }) => status)
  await expect.poll(stateOfTransfers).toEqual(['paid'])
  // A webhook that the app does not accept stays queued for three days.
  const waiting = async () => (await (await fetch(`${world}/control/state`)).json()) as { webhooksWaiting: number }
  await expect.poll(waiting).toMatchObject({ webhooksWaiting: 0 })
})

it('ends with npm, even when npm is killed', async () => {
  const ports = await freePorts()
  const product = await start({ ...ports, ...(await readyDatabase()), throughNpm: true })
  await untilReady(product)
  product.child.kill('SIGKILL')
  const urls = [`http://localhost:${ports.port}/healthz`, `http://localhost:${ports.sandboxPort}/`]
  const running = async () => (await Promise.all(urls.map(answers))).filter((answered) => answered)
  await expect.poll(running).toEqual([])
})

it('goes on when the terminal that it was started from hangs up, if it prints to none (nohup), and still ends on SIGTERM', async () => {
  const ports = await freePorts()
  const product = await start({ ...ports, ...(await readyDatabase()), throughNpm: true })
  await untilReady(product)
  const group = -(product.child.pid ?? 0)
  process.kill(group, 'SIGHUP')
  await product.ended
  // Long enough to notice twice that npm is gone.
  await sleep(2_000)
  const urls = [`http://localhost:${ports.port}/healthz`, `http://localhost:${ports.sandboxPort}/`]
  const running = async () => (await Promise.all(urls.map(answers))).filter((answered) => answered)
  expect(await running()).toEqual([true, true])
  process.kill(group, 'SIGTERM')
  await expect.poll(running).toEqual([])
})

it.each([
  ['SANDBOX_PORT', 'sandboxPort'],
  ['SANDBOX_SMTP_PORT', 'smtpPort'],
] as const)('says in one line which port is taken and how to choose another: %s', async (setting, name) => {
  const ports = await freePorts()
  const taken = ports[name]
  const other = net.createServer().listen(taken, '127.0.0.1')
  await once(other, 'listening')
  const product = await start(ports)
  expect(await product.ended).toBe(1)
  other.close()
  expect(product.seen.text.trim()).toBe(
    `Port ${taken} is in use by another program. Stop that one, or choose another port: ${setting}=${taken + 10} npm start`,
  )
})

it('starts live mode without any sandbox part, and names what is missing', async () => {
  const product = await start({ ...(await freePorts()), mode: 'live' })
  expect(await product.ended).toBe(1)
  expect(product.seen.text).toContain('DATABASE_URL: live mode needs PostgreSQL')
  expect(product.seen.text).not.toContain('Sandbox world')
})

// On other systems only one address of 127.0.0.0/8 belongs to this machine.
it.runIf(process.platform === 'linux')(
  'looks for the app, and for another program on its port, where HOST says',
  async () => {
    const ports = await freePorts()
    const elsewhere = net.createServer().listen(ports.port, '127.0.0.1')
    await once(elsewhere, 'listening')
    const product = await start({ ...ports, ...(await readyDatabase()), host: '127.0.0.2' })
    await untilReady(product)
    expect(await answers(`http://127.0.0.2:${ports.port}/healthz`)).toBe(true)
    const second = await start({ ...(await freePorts()), port: ports.port, host: '127.0.0.2' })
    expect(await second.ended).toBe(1)
    expect(second.seen.text).toContain(`Port ${ports.port} is in use by another program.`)
    elsewhere.close()
  },
)

const SETTINGS = Object.keys(ROWS)

it("gives npm and the web build none of the installation's settings", () => {
  expect(SETTINGS.length).toBeGreaterThan(20)
  const names = [...SETTINGS, 'JARA_SECRET_BEFORE', 'PGPASSWORD', 'PGHOST', 'SMTP_PASSWORD']
  const settings = Object.fromEntries(names.map((name) => [name, 'not for others']))
  const machine = { PATH: '/bin', HOME: '/root', https_proxy: 'http://proxy.example.ng', LC_ALL: 'C' }
  const npm = { npm_config_cache: '/cache', NPM_TOKEN: 'of the registry' }
  expect(environmentForBuild({ ...machine, ...npm, ...settings })).toEqual(machine)
  expect(environmentForNpm({ ...machine, ...npm, ...settings })).toEqual({ ...machine, ...npm })
})

it('gives the app and the sandbox world each the settings that are its own', () => {
  const known = SETTINGS.filter((name) => !name.startsWith('NODE_'))
  expect([...APP_SETTINGS].sort()).toEqual(known.sort())
  const secrets = SECRET_SETTINGS.flatMap((name) => [name, `${name}_FILE`])
  const machine = { PATH: '/bin', HOME: '/root', NODE_ENV: 'production', NO_PROXY: 'inside.example', no_proxy: '' }
  const tls = ['TLS_CERT_FILE', 'TLS_KEY_FILE']
  const others = {
    NPM_TOKEN: 'of the registry',
    NODE_AUTH_TOKEN: 'the same',
    AWS_SECRET_ACCESS_KEY: 'of another program',
  }
  const env = {
    ...machine,
    ...others,
    ...Object.fromEntries([...secrets, ...tls].map((name) => [name, 'a secret'])),
    PGPASSWORD: 'a',
  }
  expect(environmentForPart('server/main.ts', env).no_proxy).toBe('inside.example,localhost,127.0.0.1,[::1]')
  const seenBy = (script: string) => Object.keys(environmentForPart(script, env))
  expect(seenBy('server/main.ts').sort()).toEqual([...Object.keys(machine), ...secrets, ...tls, 'PGPASSWORD'].sort())
  const shared = secrets.filter((name) => /^(?:PAYSTACK|VTPASS|TERMII)_/.test(name))
  expect(seenBy('sandbox/main.ts').sort()).toEqual([...Object.keys(machine), ...shared, 'TLS_CERT_FILE'].sort())
})

it.each([
  ['20.20.2', false],
  ['22.22.0', false],
  ['24.6.0', false],
  ['24.7.0', true],
  ['25.0.0', true],
])('runs the product on Node %s: %s', (version, runs) => {
  expect(isNewEnough(version)).toBe(runs)
})
