import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Installation } from '#contract/installation.ts'
import type { FirstScreen, Site, SiteFile, SiteRenderer } from '#contract/site.ts'
import { routes } from '#web/app/app-routes.tsx'
import NotFoundPage from '#web/app/not-found-page.tsx'
import WelcomePage from '#web/app/welcome-page.tsx'
import { matchRoutes } from '#web/lib/addresses.ts'
import { StaticRouter } from '#web/lib/place.ts'
import { PrivacyScreen } from '#web/privacy/privacy-screen.tsx'
import { FaqScreen } from '#web/public/faq/faq-screen.tsx'
import { framedPage } from './framed-page.ts'
import { frameOf } from './frames.tsx'

type Page = {
  readonly path: string
  readonly title?: string
  readonly isForVisitors?: boolean
  readonly page: (installation: Installation) => ReactNode
}

/** The public pages: the app's own components, rendered once for everybody, without a session. */
const PAGES: readonly Page[] = [
  { path: '/', page: () => <WelcomePage /> },
  {
    path: '/faq',
    title: 'Frequently asked questions',
    isForVisitors: true,
    page: (installation) => <FaqScreen installation={installation} signedIn={false} />,
  },
  {
    path: '/privacy',
    title: 'Privacy',
    isForVisitors: true,
    page: (installation) => <PrivacyScreen installation={installation} signedIn={false} />,
  },
]

const WHO = '/api/me'
const WALLET = [WHO, '/api/wallet']

/**
 * The screens people open first. Their code is requested together with the app's, not by it. `preloads` are only
 * requests that the app makes at every start, locked or not. A browser keeps an unused answer, and would return a
 * locked session's refusal after its PIN.
 */
const FIRST_SCREENS: Readonly<Record<string, { screen: string; preloads: readonly string[] }>> = {
  '/register': { screen: 'src/identity/accounts/register-page.tsx', preloads: [] },
  '/signin': { screen: 'src/identity/sign-in/sign-in-page.tsx', preloads: [] },
  '/pin': { screen: 'src/identity/pin/pin-page.tsx', preloads: [WHO] },
  '/dashboard': { screen: 'src/home/dashboard-page.tsx', preloads: WALLET },
  '/withdraw': { screen: 'src/payments/kinds/withdrawal/withdraw-page.tsx', preloads: WALLET },
  '/airtime': { screen: 'src/payments/kinds/airtime/airtime-page.tsx', preloads: WALLET },
  '/history': { screen: 'src/activity/history/history-page.tsx', preloads: WALLET },
}

const HTML = 'text/html; charset=utf-8'

export const renderSite: SiteRenderer['renderSite'] = (read, installation): Site => {
  const shell = withInstallation(read('index.html'), installation)
  const page = read('page.html')
  const pages = PAGES.map(
    ({ path, title, isForVisitors = false, page: render }): SiteFile => ({
      path,
      isForVisitors,
      type: HTML,
      text: renderPage(page, installation, { path, title, content: render(installation) }),
    }),
  )
  const chunks: Chunks = JSON.parse(read('.vite/manifest.json'))
  const firstScreenAt = (path: string, text: string, preloads: readonly string[]): FirstScreen => {
    const frame = frameOf(path)
    if (frame === null) return { text, framed: null, preloads }
    const page = framedPage(text, read)
    return { text, framed: { ...page, text: withContent(page.text, installation, path, frame) }, preloads }
  }
  return {
    shell,
    console: withInstallation(read('console.html'), installation, `${installation.brand} console`),
    firstScreens: Object.fromEntries(
      Object.entries(FIRST_SCREENS).map(([path, { screen, preloads }]) => [
        path,
        firstScreenAt(path, withPreloads(shell, chunks, screen), preloads),
      ]),
    ),
    notFound: renderPage(page, installation, { path: '/404', title: '404', content: <NotFoundPage /> }),
    files: [
      ...pages,
      // The service worker caches it under this name.
      { path: '/index.html', type: HTML, text: shell },
      {
        path: '/manifest.webmanifest',
        type: 'application/manifest+json',
        text: named(read('manifest.webmanifest'), installation),
      },
    ],
  }
}

export const isAppPath: SiteRenderer['isAppPath'] = (pathname) => {
  const match = matchRoutes(routes, pathname)
  return match !== null && match.path !== '*'
}

type Rendered = { path: string; title: string | undefined; content: ReactNode }

function renderPage(page: string, installation: Installation, { path, title, content }: Rendered): string {
  const { brand } = installation
  const branded = withBrand(page, title === undefined ? brand : `${title} · ${brand}`, brand)
  return withContent(branded, installation, path, content)
}

/** Draws the screen at an address as an unknown visitor sees it. */
function withContent(page: string, installation: Installation, path: string, content: ReactNode): string {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  queries.setQueryData(['installation'], installation)
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <StaticRouter at={path}>{content}</StaticRouter>
    </QueryClientProvider>,
  )
  return filled(page, { '<div id="root"></div>': `<div id="root">${markup}</div>` })
}

/** The app's page says which installation it belongs to, so that the first paint already carries its mode and name. */
function withInstallation(page: string, installation: Installation, title = installation.brand): string {
  return filled(withBrand(page, title, installation.brand), {
    '<meta name="jara-installation" content="" />': `<meta name="jara-installation" content="${escaped(JSON.stringify(installation))}" />`,
  })
}

type Chunks = Readonly<Record<string, { readonly file: string; readonly imports?: readonly string[] }>>

function withPreloads(shell: string, chunks: Chunks, screen: string): string {
  const started = filesOf(chunks, 'index.html')
  const links = [...filesOf(chunks, screen)]
    .filter((file) => !started.has(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return filled(shell, { '</head>': `${links.join('')}</head>` })
}

/** The files a screen needs before it can run: its own and those it imports. */
function filesOf(chunks: Chunks, name: string, found = new Set<string>()): Set<string> {
  const chunk = chunks[name]
  if (chunk === undefined) throw new Error(`the build has no ${name}`)
  if (found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(chunks, imported, found)
  return found
}

function withBrand(page: string, title: string, brand: string): string {
  return filled(page, {
    '<title>Jara</title>': `<title>${escaped(title)}</title>`,
    'content="Jara is': `content="${escaped(brand)} is`,
  })
}

/** On a home screen too, the name says that the money is practice money. */
function named(manifest: string, { brand, mode }: Installation): string {
  const name = mode === 'sandbox' ? `${brand} · practice money` : brand
  return JSON.stringify({ ...JSON.parse(manifest), name, short_name: brand })
}

function filled(page: string, places: Readonly<Record<string, string>>): string {
  return Object.entries(places).reduce((text, [place, value]) => {
    if (!text.includes(place)) throw new Error(`the built page has no ${place}`)
    return text.replace(place, () => value)
  }, page)
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')
}
