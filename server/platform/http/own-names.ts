import type { FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { isWithin } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { isForApi, nameInTarget } from './addresses.ts'
import type { App } from './app.ts'
import { misdirectedPage } from './misdirected-page.ts'
import { refuseEarly } from './refuse-early.ts'

type Names = Pick<Config, 'consoleUrl' | 'mode' | 'port' | 'publicUrl' | 'servesConsole' | 'servesCustomers' | 'tls'>

/** Refusals are counted, and leave one line this often, ms. */
const LINE_EVERY_MS = 1_000

/** Answered under any name: what balances load asks by address, and they say nothing that is anybody's. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/**
 * The origins a process is opened under: that of PUBLIC_URL, of CONSOLE_ORIGIN where it serves the console alone and, in practice
 * only, this machine's own names with the port that the app listens on. Nothing a request says adds another one.
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
 * Refuses what is for another name, with 421 and before anything is read or looked up: a page under a name that somebody
 * else points at this machine (DNS rebinding) would otherwise be this installation's own origin. Both the Host header and
 * the name in an absolute target count (RFC 9112, 3.2); what a proxy says beside them never does. Health checks are answered
 * under any name: what balances load asks by address, and they say nothing that is anybody's. A person who opens a page reads which
 * name is right.
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

/** RFC 9112, 3.2: one that does not say whom it asks, or says so twice, is no request. HTTP/1.0 need not say it. */
export function saysOneHost({ raw }: Pick<FastifyRequest, 'raw'>): boolean {
  const { host } = raw.headers
  if (host === undefined) return raw.httpVersion === '1.0'
  return raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.length === 4 && /^host$/i.test(text)).length < 2
}

function isFor(hosts: ReadonlySet<string>, { headers: { host }, raw, originalUrl }: FastifyRequest): boolean {
  // Without one it is refused as unreadable, but for HTTP/1.0.
  if (host === undefined) return raw.httpVersion !== '1.0'
  const inTarget = nameInTarget(originalUrl)
  return hosts.has(host.toLowerCase()) && (inTarget === undefined || hosts.has(inTarget.toLowerCase()))
}

/** As a Host header says them: the port that a scheme implies may be left out or not. */
function hostsOf(origins: ReadonlySet<string>): ReadonlySet<string> {
  const hosts = [...origins].flatMap((origin) => {
    const { host, port, protocol } = new URL(origin)
    return port === '' ? [host, `${host}:${protocol === 'https:' ? 443 : 80}`] : [host]
  })
  return new Set(hosts)
}

/** What a browser asks for when somebody opens an address. */
function opensPage(request: FastifyRequest): boolean {
  const { method, url, headers } = request
  const isPage = (method === 'GET' || method === 'HEAD') && !isForApi(request) && !url.startsWith('/webhooks/')
  return isPage && (headers.accept ?? '').includes('text/html')
}

/** A proxy that passes on another name is found out by this: at most one line a second, with the first of the names. */
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
