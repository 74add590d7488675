import { spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWebIfNeeded } from './build-web.js'
import { hasTerminal, whenNpmIsGone } from './end-with-parent.js'
import { installIfNeeded } from './install.js'
import { oneAtATime } from './one-at-a-time.js'
import { environmentFor, environmentForPart, findRuntime, PlainError, root } from './runtime.js'

const endWithStarter = new URL('end-with-starter.js', import.meta.url).href
const POLL_MS = 40
/** The app drains for 10 s at most; after this, no request can still be in progress. */
const STOP_TIMEOUT_MS = 15_000

/** Starts the whole product: installs and builds what is missing, then runs the app with the sandbox world. */
export async function start() {
  try {
    const parts = partsToRun()
    const runtime = await oneAtATime(root, async () => {
      installIfNeeded()
      const found = findRuntime()
      for (const part of parts.flatMap((each) => [each, ...(each.ports ?? [])])) await refuseTakenPort(part)
      buildWebIfNeeded(found)
      return found
    })
    await run(runtime, parts)
  } catch (error) {
    console.error(error instanceof PlainError ? error.message : error)
    process.exit(1)
  }
}

/** Live mode has no sandbox at all, and a worker listens on no port. */
function partsToRun() {
  const live = process.env.JARA_MODE === 'live'
  const worker = process.env.JARA_ROLE === 'worker'
  const app = {
    script: 'server/main.ts',
    title: 'Jara is ready',
    setting: 'PORT',
    port: portOf('PORT', 3000),
    host: process.env.HOST || 'localhost',
    path: '/healthz',
    address: (process.env.JARA_ROLE === 'console' ? process.env.CONSOLE_ORIGIN : process.env.PUBLIC_URL) || undefined,
    certificateFile: process.env.TLS_CERT_FILE || undefined,
  }
  const world = {
    script: 'sandbox/main.ts',
    title: 'sandbox bank',
    setting: 'SANDBOX_PORT',
    port: portOf('SANDBOX_PORT', 3001),
    host: 'localhost',
    path: '/',
  }
  // The same process: it is ready when the world is.
  const emails = { setting: 'SANDBOX_SMTP_PORT', port: portOf('SANDBOX_SMTP_PORT', 3025) }
  return [...(live ? [] : [{ ...world, ports: [emails] }]), worker ? { ...app, port: null } : app]
}

function portOf(setting, otherwise) {
  const text = process.env[setting] || String(otherwise)
  const port = Number(text)
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port
  throw new PlainError(`${setting} must be a port number from 1 to 65535, not "${text}".`)
}

async function refuseTakenPort({ setting, port, host }) {
  if (port === null) return
  for (const address of host === 'localhost' ? ['127.0.0.1', '::1'] : [host]) {
    if ((await listenError(port, address)) === 'EADDRINUSE') {
      throw new PlainError(
        `Port ${port} is in use by another program. Stop that one, or choose another port: ${setting}=${port + 10} npm start`,
      )
    }
  }
}

function listenError(port, host) {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', (error) => resolve(error.code))
    probe.listen({ port, host }, () => probe.close(() => resolve(null)))
  })
}

/** Runs the parts until a signal or until one ends, then ends them all. The exit code is that of the first to end. */
async function run(runtime, parts) {
  // Logs of every request would bury the two lines people look for; LOG_LEVEL=info brings them back.
  const quiet = process.env.JARA_MODE === 'live' || process.env.LOG_LEVEL ? {} : { LOG_LEVEL: 'warn' }
  const compiled = path.join(root, 'node_modules', '.cache', 'node-compile')
  const more = { NODE_COMPILE_CACHE: compiled, ...quiet }
  // Each in its own process group, so that Ctrl-C reaches it once: from here.
  const children = parts.map(({ script }) => {
    const env = environmentFor(runtime, more, environmentForPart(script))
    return spawn(runtime, ['--import', endWithStarter, script], { cwd: root, stdio: 'inherit', env, detached: true })
  })
  let stopping = false
  const ends = children.map(
    (child) => new Promise((resolve) => child.once('exit', (code) => resolve(code ?? (stopping ? 0 : 1)))),
  )

  const stop = () => {
    stopping = true
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  const npm = whenNpmIsGone(stop)
  // Without a terminal (nohup) it must go on: the hangup is the shell's, and npm ends with the shell.
  process.on('SIGHUP', hasTerminal() ? stop : npm.forget)

  const firstEnd = Promise.race(ends)
  void announce(parts, firstEnd)
  const code = await firstEnd
  if (!stopping) stop()
  await Promise.race([Promise.all(ends), sleep(STOP_TIMEOUT_MS)])
  for (const child of children) child.kill('SIGKILL')
  process.exit(code)
}

async function announce(parts, firstEnd) {
  let ended = false
  void firstEnd.then(() => {
    ended = true
  })
  const listening = parts.filter(({ port }) => port !== null)
  for (const part of listening) {
    while (!ended && !(await answers(part))) await sleep(POLL_MS)
  }
  if (ended) return
  const lines = listening
    .toReversed()
    .map(
      (part) =>
        `${part.title}: ${part.address ?? `${part.certificateFile ? 'https' : 'http'}://localhost:${part.port}`}`,
    )
  console.log(lines.length > 0 ? lines.join(' · ') : 'The Jara worker runs')
}

async function answers({ port, host, path, certificateFile }) {
  const address = `${reachable(host)}:${port}${path}`
  try {
    if (!certificateFile) return (await ask(http, `http://${address}`)).statusCode === 200
    // The app's certificate is self-signed, under any name: a server that presents the one in its file is the app.
    const { fingerprint256 } = new X509Certificate(fs.readFileSync(certificateFile))
    const { statusCode, socket } = await ask(https, `https://${address}`)
    return statusCode === 200 && socket.getPeerX509Certificate()?.fingerprint256 === fingerprint256
  } catch {
    return false
  }
}

/** Uses its own connection: the shared agent may lead through a proxy (NODE_USE_ENV_PROXY). */
function ask(client, url) {
  return new Promise((resolve, reject) => {
    const asking = client.get(url, { rejectUnauthorized: false, agent: false }, (response) => {
      resolve(response)
      response.resume()
    })
    asking.once('error', reject)
  })
}

/** Where this machine reaches a listener; a wildcard address cannot be connected to. */
function reachable(host) {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return net.isIPv6(host) ? `[${host}]` : host
}
