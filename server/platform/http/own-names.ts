import type { FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { isWithin } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { isForApi, nameInTarget } from './addresses.ts'
import type { App } from './app.ts'
import { misdirectedPage } from './misdirected-page.ts'
import { refuseEarly } from './refuse-early.ts'

type Names = Pick<Config, 'consoleUrl' | 'mode' | 'port' | 'publicUrl' | 'servesConsole' | 'servesCustomers' | 'tls'>

/** Refusals are counted and logged in one line this often, ms. */
const LINE_EVERY_MS = 1_000

/** Answered under any name: load balancers ask by address, and the answers contain nobody's data. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/**
 * The origins a process is opened under: PUBLIC_URL's, CONSOLE_ORIGIN's where it serves only the console and, in
 * sandbox mode, this machine's own names with the app's port. Nothing in a request adds another.
 */
export function ownOrigins(names: Names): ReadonlySet<string> {
  const { mode, port, tls } = names
  const here = mode === 'live' ? [] : ['localhost', '127.0.0.1', '[::1]']
  const scheme = tls === null ? 'http' : 'https'
  return new Set([ownAddress(names), ...here.map((name) => new URL(`${scheme}://${name}:${port}`).origin)])
}

/** The one origin that people open. */
function ownAddress({ consoleUrl, publicUrl, servesConsole, servesCustomers }: Names): string {
  return servesConsole && !servesCustomers ? consoleUrl : publicUrl
}

/**
 * Refuses requests for another name with 421, before anything is read or looked up: a page under a name that a stranger
 * points at this machine (DNS rebinding) would otherwise be this installation's own origin.
 *
 * Both the Host header and the host in an absolute target count (RFC 9112, 3.2); a proxy's headers never do. Health
 * checks are answered under any name: load balancers ask by address, and the answers contain nobody's data. A person
 * who opens a page is shown the right name.
 */
export function refuseOtherNames(
  app: App,
  { config, clock, log }: Pick<Deps, 'config' | 'clock' | 'log'>,
  headers: Readonly<Record<string, string>>,
): void {
  const hosts = hostsOf(ownOrigins(config))
  const answer = refuseEarly(headers)
  const note = noteMisdirected({ clock, log })
  const page = misdirectedPage(config, ownAddress(config))
  app.addHook('onRequest', (request, reply, next) => {
    if (PROBES.has(request.routeOptions.url ?? '') || isFor(hosts, request)) return next()
    note(request.headers.host)
    answer({ code: 'request.misdirected', page: opensPage(request) ? page : undefined }, request, reply)
  })
}

/** RFC 9112, 3.2: exactly one Host header is required, except in HTTP/1.0. */
export function hasOneHostHeader({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  const { host } = raw.headers
  if (host === undefined) return raw.httpVersion === '1.0'
  return raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.length === 4 && /^host$/i.test(text)).length < 2
}

function isFor(hosts: ReadonlySet<string>, { headers: { host }, raw, originalUrl }: FastifyRequest): boolean {
  // A missing Host is refused elsewhere as unreadable, except in HTTP/1.0.
  if (host === undefined) return raw.httpVersion !== '1.0'
  const inTarget = nameInTarget(originalUrl)
  return hosts.has(host.toLowerCase()) && (inTarget === undefined || hosts.has(inTarget.toLowerCase()))
}

/** The forms that a Host header may have: a scheme's default port may be left out. */
function hostsOf(origins: ReadonlySet<string>): ReadonlySet<string> {
  const hosts = [...origins].flatMap((origin) => {
    const { host, port, protocol } = new URL(origin)
    return port === '' ? [host, `${host}:${protocol === 'https:' ? 443 : 80}`] : [host]
  })
  return new Set(hosts)
}

/** Whether a browser is opening a page. */
function opensPage(request: FastifyRequest): boolean {
  const { method, url, headers } = request
  const isPage = (method === 'GET' || method === 'HEAD') && !isForApi(request) && !url.startsWith('/webhooks/')
  return isPage && (headers.accept ?? '').includes('text/html')
}

/**
 * Logs misdirected requests, to reveal a proxy that passes on another name: at most one line a second, with the first
 * name.
 */
function noteMisdirected({ clock, log }: Pick<Deps, 'clock' | 'log'>): (host: string | undefined) => void {
  let misdirected = 0
  let toldMs = Number.NEGATIVE_INFINITY
  return (host = '') => {
    misdirected++
    const nowMs = clock.now().getTime()
    if (isWithin(toldMs, LINE_EVERY_MS, nowMs)) return
    const isName = /^[\w.:[\]-]{1,253}$/.test(host)
    log.warn({ misdirected, host: isName ? host : null }, 'requests for another name than PUBLIC_URL were refused')
    toldMs = nowMs
    misdirected = 0
  }
}
