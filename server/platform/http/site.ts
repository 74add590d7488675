import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isConsolePath } from '#contract/console/limits.ts'
import type { Installation } from '#contract/installation.ts'
import type { FramedPage, SiteRenderer } from '#contract/site.ts'
import { hashOf, prepareDocument, type StaticDocument } from './static-document.ts'

/** The documents of the site, as this installation serves them. */
export type PreparedSite = {
  /** By address: the public pages, the app's page by its name, the manifest, the service worker. */
  readonly files: ReadonlyMap<string, StaticDocument>
  /** Addresses that show the app instead to a browser with a session. */
  readonly forVisitors: ReadonlySet<string>
  /** The page for an address without a file: the app, or 404. With a session, it has the frame of its screen. */
  pageFor(pathname: string, hasSession?: boolean): StaticDocument
  /** The API requests that this page makes as soon as it runs, as a `Link` header; null when none. */
  asksFor(pathname: string): string | null
}

export type BuiltWeb = {
  /** Files that the browser gets unchanged. */
  readonly client: string
  /** Files for the server itself: render.js, page.html and console.html. */
  readonly server: string
}

/** A placeholder in the built service worker for the revision of the app's page, put there by web/vite.config.ts. */
const SHELL_REVISION = 'jara-shell-revision'
const SCRIPT = 'text/javascript; charset=utf-8'
const HTML = 'text/html; charset=utf-8'

/** Whether the web app has been built. */
export function isBuilt({ client, server }: BuiltWeb): boolean {
  return [path.join(client, 'index.html'), path.join(server, 'render.js')].every((file) => fs.existsSync(file))
}

/**
 * Renders the public pages and fills the app's page with this installation's settings, once. The web app's build
 * renders them; nothing here knows its sources.
 */
export async function prepareSite(built: BuiltWeb, installation: Installation): Promise<PreparedSite> {
  const renderer: SiteRenderer = await import(pathToFileURL(path.join(built.server, 'render.js')).href)
  const read = (name: string) => {
    const folder = name === 'page.html' || name === 'console.html' ? built.server : built.client
    return fs.readFileSync(path.join(folder, name), 'utf8')
  }
  const site = renderer.renderSite(read, installation)
  // Other settings give the page a new revision, so browsers refresh their copy.
  const worker = read('sw.js').replaceAll(SHELL_REVISION, hashOf(site.shell))
  const shell = prepareDocument(site.shell, HTML)
  const operatorConsole = prepareDocument(site.console, HTML)
  const notFound = prepareDocument(site.notFound, HTML, 404)
  const files = new Map([['/sw.js', prepareDocument(worker, SCRIPT)]])
  for (const { path: address, type, text } of site.files) files.set(address, prepareDocument(text, type))
  const firstScreens = new Map<string, StaticDocument>()
  const framed = new Map<string, StaticDocument>()
  for (const [address, { text, framed: withFrame }] of Object.entries(site.firstScreens)) {
    firstScreens.set(address, prepareDocument(text, HTML))
    if (withFrame !== null) framed.set(address, prepareFramed(withFrame))
  }
  return {
    files,
    forVisitors: new Set(site.files.flatMap((each) => (each.isForVisitors ? [each.path] : []))),
    pageFor: (pathname, hasSession = false) => {
      if (installation.hasConsole && isConsolePath(pathname)) return operatorConsole
      const frame = hasSession ? framed.get(pathname) : undefined
      return frame ?? firstScreens.get(pathname) ?? (renderer.isAppPath(pathname) ? shell : notFound)
    },
    asksFor: (pathname) => {
      const preloads = site.firstScreens[pathname]?.preloads ?? []
      const links = preloads.map((address) => `<${address}>; rel=preload; as=fetch; crossorigin=anonymous`)
      return links.length === 0 ? null : links.join(', ')
    },
  }
}

/** Its policy allows its two inline texts, by hash, and no others. */
function prepareFramed({ text, script, style }: FramedPage): StaticDocument {
  return { ...prepareDocument(text, HTML), inline: { 'script-src': sourceOf(script), 'style-src': sourceOf(style) } }
}

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
