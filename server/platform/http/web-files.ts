import fs from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CONSOLE_PATHS, isConsolePath } from '#contract/console/limits.ts'
import type { Installation } from '#contract/installation.ts'
import { AppError } from '#server/platform/errors.ts'
import { UNREADABLE_ADDRESS } from './addresses.ts'
import type { App } from './app.ts'
import { keepSite, type Settings } from './current-site.ts'
import { isBuilt, type PreparedSite, prepareSite } from './site.ts'
import { sendDocument } from './static-document.ts'

const webFolder = path.join(import.meta.dirname, '..', '..', '..', 'web')
const builtWeb = { client: path.join(webFolder, 'dist'), server: path.join(webFolder, 'dist-server') }
const YEAR_S = 31_536_000
/**
 * Not served as files: what is served from memory, what only the build reads, and variants that @fastify/static sends
 * in a file's place.
 */
const NOT_SERVED = /^\/(?:index\.html|sw\.js|manifest\.webmanifest|\..*)$|\.(?:br|gz)$/
/** The folders of the built web app. */
const FOLDERS = ['/', '/icons/', '/assets/']

/**
 * Files that no browser shows as a page or runs as a worker. An image can be opened on its own, so it keeps every
 * header.
 */
const PARTS_OF_A_PAGE = /\.(?:js|css|woff2)(?:\.(?:br|gz))?$/
/**
 * Headers that browsers read only on pages and workers: 1 KiB on each of a first screen's dozen files (decision 0054).
 */
const FOR_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'reporting-endpoints',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

type Serving = {
  /** Where `/` leads instead of showing the welcome page; null: nowhere. */
  readonly homeOf: (request: FastifyRequest) => Promise<string | null>
  /** False: only the console is served, and every other page redirects to it. */
  readonly servesCustomers: boolean
}

/**
 * Serves the built web app: hashed assets cached forever, everything else revalidated each time. Addresses of screens
 * get the app's page, all others the 404 page; an unknown API address is refused in the usual error format.
 */
export async function addWebFiles(app: App, settings: Settings, serving: Serving): Promise<void> {
  if (!isBuilt(builtWeb)) {
    app.setNotFoundHandler(() => {
      throw new AppError('request.not-found')
    })
    return
  }
  const pages = await keepSite(settings, siteOf)
  await app.register(fastifyStatic, {
    root: builtWeb.client,
    preCompressed: true,
    serve: false,
    index: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      if (file.endsWith('.svg')) reply.type('image/svg+xml; charset=utf-8')
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      reply.header('cache-control', hashed ? `public, max-age=${YEAR_S}, immutable` : 'no-cache')
      if (hashed && PARTS_OF_A_PAGE.test(file)) for (const name of FOR_DOCUMENTS) reply.removeHeader(name)
    },
  })
  addFiles(app, FOLDERS.flatMap(filesIn))
  // Other settings change the content of pages, never the set of them.
  for (const address of serving.servesCustomers ? pages.first.files.keys() : []) {
    app.get(address, { schema: { hide: true } }, async (request, reply) => {
      const home = address === '/' && hasSession(request) ? await serving.homeOf(request) : null
      if (home !== null) return reply.header('cache-control', 'no-store').redirect(home)
      const site = await pages.current()
      const isForApp = site.forVisitors.has(address) && hasSession(request)
      const file = isForApp ? undefined : site.files.get(address)
      return sendDocument(request, reply, file ?? site.pageFor(address))
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!asksForPage(request)) throw new AppError('request.not-found')
    const pathname = request.url.replace(/[?#].*$/s, '')
    if (!serving.servesCustomers && !isConsolePath(pathname)) return reply.redirect(CONSOLE_PATHS[0])
    const site = await pages.current()
    const isSignedIn = hasSession(request)
    const asks = isSignedIn ? site.asksFor(pathname) : null
    if (asks !== null) reply.header('link', asks)
    return sendDocument(request, reply, site.pageFor(pathname, isSignedIn))
  })
}

/**
 * Whether a browser expects a page, at a page's address or an unreadable one: it gets the 404 page, never a refusal's
 * JSON.
 */
function asksForPage({ method, url, headers: { accept = '' } }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return url === UNREADABLE_ADDRESS ? accept.includes('text/html') : !/^\/(api|webhooks|assets)\//.test(url)
}

/**
 * One route per folder of hashed files or icons, serving exactly what the folder held at the start. A route for each of
 * some 170 files took a quarter of the start time.
 */
function addFiles(app: App, files: readonly string[]): void {
  const served = new Set(files)
  // A phone that disconnects during a download is not our error.
  const errorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? request.raw.destroy() : app.errorHandler(error, request, reply)
  const routes = new Set(files.map((file) => file.replace(/(?<=.\/)[^/]+$/, ':file')))
  for (const route of routes) {
    app.get<{ Params: { file?: string } }>(route, { schema: { hide: true }, errorHandler }, (request, reply) => {
      const file = route.replace(':file', request.params.file ?? '')
      return served.has(file) ? reply.sendFile(file) : reply.callNotFound()
    })
  }
}

function filesIn(folder: string): string[] {
  const entries = fs.readdirSync(path.join(builtWeb.client, folder), { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => `${folder}${name}`)
  return files.filter((file) => !NOT_SERVED.test(file))
}

const sites = new Map<string, Promise<PreparedSite>>()
/** How many settings' rendered pages are cached, the newest first. */
const SITES_MAX = 8

/** Renders once per installation, however often the product starts in one process: tests start it hundreds of times. */
function siteOf(installation: Installation): Promise<PreparedSite> {
  const key = JSON.stringify(installation)
  const site = sites.get(key) ?? prepareSite(builtWeb, installation)
  sites.set(key, site)
  const [oldest] = sites.keys()
  if (sites.size > SITES_MAX && oldest !== undefined) sites.delete(oldest)
  return site
}

/**
 * Whether the request has a session cookie, to request user data early and show a screen's frame. The session is not
 * checked here.
 */
function hasSession({ headers }: FastifyRequest): boolean {
  return /(?:^|;\s*)(?:__Host-)?jara=/.test(headers.cookie ?? '')
}
