import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeInstallation } from '#server/installation/describe-installation.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { isBuilt, type PreparedSite, prepareSite } from './site.ts'
import { prepareDocument, sendDocument } from './static-document.ts'

const web = path.join(import.meta.dirname, '..', '..', '..', 'web')
const built = { client: path.join(web, 'dist'), server: path.join(web, 'dist-server') }
const sandbox = describeInstallation(readConfig({}))
const live = { ...sandbox, mode: 'live' as const, links: { ...sandbox.links, sandboxBank: null } }
const SANDBOX_WORDS = 'Sandbox · practice money<'

describe('the site of an installation', () => {
  let site: PreparedSite
  let liveSite: PreparedSite
  let brandedSite: PreparedSite

  beforeAll(async () => {
    site = await prepareSite(built, sandbox)
    liveSite = await prepareSite(built, live)
    brandedSite = await prepareSite(built, { ...sandbox, brand: 'Kobo & "Naira" <Ltd>' })
  })

  const textOf = (of: PreparedSite, address: string) => of.files.get(address)?.identity.toString() ?? ''
  const welcomeOf = (of: PreparedSite) => textOf(of, '/')
  const pages = (of: PreparedSite) => [
    welcomeOf(of),
    textOf(of, '/faq'),
    textOf(of, '/privacy'),
    of.pageFor('/no/such/page').identity.toString(),
    of.pageFor('/dashboard').identity.toString(),
  ]

  it('has a welcome page that is complete without any code', () => {
    const page = welcomeOf(site)
    expect(page).toContain('<title>Jara</title>')
    expect(page).toMatch(/<h1[^>]*>.*Your money,.*and a little extra\..*<\/h1>/)
    expect(page).toMatch(/<a [^>]*href="\/register"[^>]*>Get Started<\/a>/)
    expect(page).toMatch(/<a [^>]*href="\/signin"[^>]*>Sign in<\/a>/)
  })

  it('has an FAQ that is complete without any code, with the figures of the installation', () => {
    const page = textOf(site, '/faq')
    expect(page).toContain('<title>Frequently asked questions · Jara</title>')
    for (const words of ['Our Mission', 'How do I recognise a fake app?', '₦25 up to ₦50,000', SANDBOX_WORDS]) {
      expect(page).toContain(words)
    }
    expect(page).toMatch(/<a [^>]*href="\/signin"[^>]*>Sign in<\/a>/)
    expect(textOf(liveSite, '/faq')).not.toContain('This is a sandbox.')
  })

  it('has a privacy page that is complete without any code, and names who answers', async () => {
    const page = textOf(site, '/privacy')
    expect(page).toContain('<title>Privacy · Jara</title>')
    for (const words of ['What is kept, and what for', 'Your rights', 'Nobody: this is a sandbox', SANDBOX_WORDS]) {
      expect(page).toContain(words)
    }
    const operator = { name: 'Kudi Payments Ltd', licence: null }
    const named = await prepareSite(built, { ...live, operator })
    expect(textOf(named, '/privacy')).toContain('Kudi Payments Ltd, who runs this wallet')
  })

  it('says on every page that sandbox money is practice money, and never says it in live mode', () => {
    expect(welcomeOf(site)).toContain(SANDBOX_WORDS)
    expect(site.pageFor('/no/such/page').identity.toString()).toContain(SANDBOX_WORDS)
    for (const page of pages(liveSite)) expect(page).not.toContain('role="note"')
    expect(site.pageFor('/dashboard').identity.toString()).toContain('&quot;mode&quot;:&quot;sandbox&quot;')
    expect(liveSite.pageFor('/dashboard').identity.toString()).toContain('&quot;mode&quot;:&quot;live&quot;')
  })

  const FRAMED = ['/pin', '/dashboard', '/withdraw', '/airtime', '/history']

  it.each(FRAMED)('shows the frame of %s to a browser with a session, without a figure', (address) => {
    const [, frame = ''] = /<div id="root">(.*)<\/div>/s.exec(site.pageFor(address, true).identity.toString()) ?? []
    expect(frame).toMatch(/^<div inert="" aria-busy="true"/)
    expect(frame).toContain('<h1')
    const words = frame.replaceAll(/<[^>]*>/g, ' ')
    expect(words).not.toMatch(/₦\s*\d|\d[\d,]*\.\d\d|\d,\d{3}/)
    expect(words).not.toMatch(/Nothing|User/)
    // The page's policy drops inline styles: a bar would look full, a hidden element would show.
    expect(frame).not.toContain('style=')
    expect(site.pageFor(address).identity.toString()).toContain('<div id="root"></div>')
  })

  it("carries the installation's own name everywhere, as text and never as code", () => {
    const shown = 'Kobo &amp; &quot;Naira&quot; &lt;Ltd&gt;'
    for (const page of pages(brandedSite)) {
      expect(page).toContain(`content="${shown} is a mobile wallet`)
      expect(page).toContain(shown)
      expect(page).not.toContain('<Ltd>')
      expect(page).not.toContain('content="Jara is a')
    }
    expect(brandedSite.pageFor('/x/y').identity.toString()).toContain(`<title>404 · ${shown}</title>`)
    const manifest = JSON.parse(textOf(brandedSite, '/manifest.webmanifest'))
    expect(manifest).toMatchObject({ short_name: 'Kobo & "Naira" <Ltd>', name: expect.stringContaining('practice') })
  })

  it('can be installed: a start, an id, shortcuts, and icons that are there in the size they say', () => {
    const manifest = JSON.parse(textOf(liveSite, '/manifest.webmanifest'))
    expect(manifest).toMatchObject({
      id: '/',
      name: 'Jara',
      start_url: '/dashboard',
      display: 'standalone',
      scope: '/',
    })
    expect(manifest.shortcuts.map((each: { url: string }) => each.url)).toEqual(['/airtime', '/withdraw'])
    expect(manifest.icons.map((each: { purpose: string }) => each.purpose)).toEqual([
      'any',
      'any',
      'maskable',
      'maskable',
    ])
    for (const { src, sizes } of manifest.icons) {
      const png = fs.readFileSync(path.join(built.client, src))
      expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
    }
  })

  it('has no inline script, style or event handler, which the content security policy would refuse', () => {
    for (const page of [...pages(site), ...pages(liveSite)]) {
      expect(page).not.toMatch(/<script(?![^>]* src=")[^>]*>/)
      expect(page).not.toMatch(/<style|\sstyle="|\son[a-z]+="|javascript:/)
    }
  })

  it('has one inline script and one inline style in a page with a frame, which its policy allows by their hashes', () => {
    for (const address of ['/pin', '/dashboard', '/withdraw', '/airtime', '/history']) {
      const { identity, inline } = site.pageFor(address, true)
      const page = identity.toString()
      const texts = (tag: RegExp) => [...page.matchAll(tag)].map((match) => sourceOf(match[1] ?? ''))
      expect(texts(/<script(?![^>]* src=")[^>]*>(.*?)<\/script>/gs), address).toEqual([inline?.['script-src']])
      expect(texts(/<style[^>]*>(.*?)<\/style>/gs), address).toEqual([inline?.['style-src']])
      expect(page).not.toMatch(/\sstyle="|\son[a-z]+="|javascript:/)
      expect(site.pageFor(address).inline, address).toBeUndefined()
    }
  })

  it('gives each screen of the app the app, and every other address 404', () => {
    for (const known of ['/dashboard', '/history/trf_1', '/withdraw/processing', '/pin', '/dashboard/']) {
      expect(site.pageFor(known).status, known).toBe(200)
    }
    for (const unknown of ['/dashboards', '/history/1/2', '/wp-admin', '/.env', '/%61dmin.php']) {
      expect(site.pageFor(unknown).status, unknown).toBe(404)
    }
    const page = site.pageFor('/nothing-here').identity.toString()
    for (const words of ['>404</h1>', 'Oops! Page not found', '>Return to Home</a>']) expect(page).toContain(words)
  })

  it('asks for the code of the screens people open first together with the app, all of it files that are there', () => {
    const pageOf = (address: string) => site.pageFor(address).identity.toString()
    for (const first of ['/register', '/signin', '/pin', '/dashboard', '/withdraw', '/airtime']) {
      const asked = [...pageOf(first).matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g)]
      expect(asked.length, first).toBeGreaterThan(0)
      for (const [, file = ''] of asked) expect(fs.existsSync(path.join(built.client, file)), file).toBe(true)
    }
    expect(pageOf('/dashboard')).toMatch(/modulepreload" crossorigin href="\/assets\/dashboard-page-/)
    expect(pageOf('/history')).not.toMatch(/assets\/dashboard-page-/)
  })

  it("a change of the settings makes the browsers' kept page a new one, and nothing else does", async () => {
    const again = await prepareSite(built, sandbox)
    expect(textOf(again, '/sw.js')).toBe(textOf(site, '/sw.js'))
    expect(textOf(liveSite, '/sw.js')).not.toBe(textOf(site, '/sw.js'))
    expect(textOf(site, '/sw.js')).not.toContain('jara-shell-revision')
  })

  it('the service worker loads no second script, and keeps no answer of the API', () => {
    const worker = textOf(site, '/sw.js')
    expect(worker).not.toContain('importScripts')
    const kept = [...worker.matchAll(/url:\s*"([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(kept).toContain('index.html')
    expect(
      kept.filter(
        (each) => !/^(?:index\.html|theme\.js|old-browser\.js|favicon\.svg|assets\/[\w.-]+\.(?:js|css))$/.test(each),
      ),
    ).toEqual([])
  })
})

const sourceOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

it('adds to the policy of a page what is written in it, and to that of no other', async () => {
  const app = Fastify()
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', "default-src 'none';script-src 'self';style-src 'self'")
  })
  const page = prepareDocument('page', 'text/html; charset=utf-8')
  const inline = { 'script-src': sourceOf('one'), 'style-src': sourceOf('two') }
  app.get('/page', (request, reply) => sendDocument(request, reply, page))
  app.get('/framed', (request, reply) => sendDocument(request, reply, { ...page, inline }))
  const policyOf = async (url: string) => (await app.inject({ url })).headers['content-security-policy']
  expect(await policyOf('/framed')).toBe(
    `default-src 'none';script-src 'self' ${sourceOf('one')};style-src 'self' ${sourceOf('two')}`,
  )
  expect(await policyOf('/page')).toBe("default-src 'none';script-src 'self';style-src 'self'")
  await app.close()
})

describe('a prepared answer', () => {
  let app: FastifyInstance
  const text = 'Your money, told as it is. '.repeat(100)

  beforeAll(async () => {
    const page = prepareDocument(text, 'text/html; charset=utf-8')
    const missing = prepareDocument(text, 'text/html; charset=utf-8', 404)
    app = Fastify()
    app.get('/page', (request, reply) => sendDocument(request, reply, page))
    app.get('/missing', (request, reply) => sendDocument(request, reply, missing))
  })
  afterAll(async () => {
    await app.close()
  })

  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
    ['BR', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const)('for "%s" is sent in %s, smaller, and the same text', async (accepted, encoding, decompress) => {
    const answer = await get('/page', { 'accept-encoding': accepted })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.rawPayload.length).toBeLessThan(text.length / 5)
    expect(decompress(answer.rawPayload).toString()).toBe(text)
    expect(answer.headers.vary).toContain('accept-encoding')
  })

  it.each(['', 'identity', 'zstd', 'br;q=0, gzip;q=0.000'])('for "%s" is sent as it is', async (accepted) => {
    const answer = await get('/page', { 'accept-encoding': accepted })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.payload).toBe(text)
  })

  it('gets 304 and no body while it is the same', async () => {
    const { headers } = await get('/page')
    expect(headers['cache-control']).toBe('no-cache')
    const etag = String(headers.etag)
    for (const known of [etag, `"x", ${etag}`, etag.replace('W/', ''), '*']) {
      const again = await get('/page', { 'if-none-match': known })
      expect([again.statusCode, again.payload, again.headers.etag]).toEqual([304, '', etag])
    }
    expect((await get('/page', { 'if-none-match': 'W/"another"' })).statusCode).toBe(200)
  })

  it('is compressed once, and not at all where that gains nothing', () => {
    const page = prepareDocument(text, 'text/plain')
    expect(page.compressed('br')).toBe(page.compressed('br'))
    expect(prepareDocument('short', 'text/plain').compressed('br')).toBeNull()
  })

  it('an error page is sent whole each time', async () => {
    const { headers } = await get('/missing')
    const again = await get('/missing', { 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.payload]).toEqual([404, text])
  })
})

it('a folder with the app and without its public pages is no build', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-site-'))
  try {
    const both = { client: folder, server: folder }
    fs.writeFileSync(path.join(folder, 'index.html'), '<!doctype html>')
    expect(isBuilt(both)).toBe(false)
    fs.writeFileSync(path.join(folder, 'render.js'), '')
    expect(isBuilt(both)).toBe(true)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})
