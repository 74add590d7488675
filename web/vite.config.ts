import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { OLDEST_BROWSERS } from '../contract/browsers.ts'
import { iconsOurWay } from './vite.icons.ts'
import { withOlderUnits } from './vite.older-units.ts'

/** The place in the worker's list where the server writes the hash of its page. */
const SHELL_REVISION = 'jara-shell-revision'

/**
 * Every button and icon that two screens share would become a file of its own, and each file costs a slow network a
 * request. So shared code comes in a few files: what the app starts with, and what forms and approvals need.
 */
const FILES = [
  // The public pages need this and nothing else.
  {
    name: 'device',
    test: /src\/(?:lib\/(?:clock|device-account|offline-cache|saves-data|theme|when-idle)|pwa\/service-worker)\.ts|contract\/(?:constants|money)\.ts|vite\/preload-helper/,
    priority: 3,
  },
  // Run on its own while the rest of the core arrives: together they would hold up a phone for too long.
  {
    name: 'react',
    test: /node_modules\/(?:react|react-dom|scheduler)\/|src\/lib\/react-root\./,
    priority: 5,
    includeDependenciesRecursively: false,
  },
  {
    name: 'core',
    test: new RegExp(
      [
        'node_modules/(?:@tanstack|lucide-react)/',
        'src/(?:app|lib)/(?!adopt-filled|download-file|short-touch|terms)',
        'src/ui/(?:age|amount|avatar|bottom-bar|button|cannot-reach|drawings|empty|late-toasts|loading|notice|page|mode-line|offline-strip|wordmark|duotone|spinner|status-chip|toast\\.|use-wide|log-out-slot)',
        'src/(?:identity/(?:accounts/get-me|freeze/money-out-notices)|installation/get-installation|home/dashboard-header)',
        'contract/wordmark',
        'src/(?:wallet/(?:get-wallet|available-balance|new-limit)|activity/history/transaction-row)',
      ].join('|'),
    ),
    minShareCount: 2,
    priority: 2,
  },
  // For pages that show data, such as a list that comes page by page. No form before a PIN needs any of it.
  {
    name: 'shown',
    test: /@tanstack\/.*(?:infiniteQueryObserver|useInfiniteQuery)\.|src\/(?:deposits\/get-funding-account|lib\/short-touch|ui\/(?:copy-button|days|done-mark|download-outcome|search-field|section|select|share-text|show-more|switch|load-failed))\./,
    minShareCount: 2,
    priority: 4,
    includeDependenciesRecursively: false,
  },
  // Icons that several screens share, but that no first screen and no form of a payment shows.
  {
    name: 'icons',
    test: /lucide-react\/.*icons\/(?:arrow-left-right|badge-check|bell-ring|copy|download|external-link|file-down|file-text|headset|hourglass|image-plus|life-buoy|lock|log-out|mail|megaphone|message-circle|message-circle-question-mark|pencil|plus|send|share-2|smartphone|trash|user-round-check|users-round)\./,
    minShareCount: 2,
    priority: 3,
    includeDependenciesRecursively: false,
  },
  // No first screen shows the person's picture.
  {
    name: 'own-picture',
    test: /src\/(?:identity\/profile\/my-|lib\/(?:data-address|use-saves-data)\.)/,
    minShareCount: 2,
    priority: 4,
    includeDependenciesRecursively: false,
  },
  // Icons that only the operators' console shows, in several of its screens.
  {
    name: 'console-icons',
    test: /lucide-react\/.*icons\/(?:circle-dashed|rotate-cw|triangle-exclamation-point)\./,
    minShareCount: 2,
    priority: 6,
    includeDependenciesRecursively: false,
  },
  // Sheets and messages in front of a screen. No screen begins with one.
  {
    name: 'sheet',
    test: /src\/ui\/(?:sheet|toast-(?:place|region)|use-modal)\./,
    minShareCount: 2,
    priority: 4,
    includeDependenciesRecursively: false,
  },
  {
    name: 'fields',
    // Tables are for wide windows: each comes with what shows it.
    test: /src\/ui\/(?!bar-chart|pictures|receipt-list|reference|sort)/,
    minShareCount: 2,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // Forms that come before any PIN, such as signing in, need neither of these two.
  {
    name: 'numbers',
    test: /contract\/(?:phones|selling-limits|typed)\.|src\/selling\/sold-kinds\./,
    minShareCount: 2,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'keypad',
    test: /src\/identity\/(?:pin\/(?!pin-section)|profile\/(?:avatar-chooser|set-image)|security\/approvals|passkeys\/(?:ceremony|fingerprint-sheet|get-passkeys|passkey-button|use-fingerprint))|lucide-react\/.*icons\/(?:delete|fingerprint-pattern|user-round)\./,
    minShareCount: 2,
    priority: 3,
    includeDependenciesRecursively: false,
  },
  // A BPC that is paid by bank transfer is ordered without an approval.
  {
    name: 'place-order',
    test: /src\/payments\/orders\/place-/,
    minShareCount: 2,
    priority: 3,
    includeDependenciesRecursively: false,
  },
  // The code that approves a payment, apart from the code that shows an order's state: pages that only show it need
  // half as much. A form fetches it while it is filled in.
  {
    name: 'approving',
    test: /src\/(?:lib\/terms|payments\/orders\/(?:approve|duplicate|outcome|place|review-|terms|use-(?:approval|has)))/,
    minShareCount: 2,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // The forms that are filled in before that. Pasting a list of sales needs none of it.
  {
    name: 'payment-forms',
    test: /contract\/(?:form-errors|pauses|prices)\.|src\/(?:installation\/get-pauses|ui\/(?:choice|field-pair|naira|resolved)|payments\/(?:orders\/(?:bpc-code|create|digits\.|limit|pause-notices|quote|refusal|review\.|use-(?:funds|limit|quote))|bills\/(?!discount|network|phone)|banks\/|beneficiaries\/(?!contacts|named)))/,
    minShareCount: 2,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'phone-forms',
    test: /src\/payments\/(?:kinds\/(?:airtime|data)\/(?:check|get)-|bills\/phone|beneficiaries\/(?:contacts|named))/,
    minShareCount: 2,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  // The console's words for acts and reports, which several of its screens share.
  {
    name: 'console-words',
    test: /contract\/(?:acts\/|console\/(?:provider-names|report-words)\.)/,
    minShareCount: 2,
    priority: 2,
    includeDependenciesRecursively: false,
  },
  {
    name: 'contract',
    test: /contract\//,
    minShareCount: 2,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  // The code that shows the state of each kind of order. Pages without an order need none of it. It imports nothing of
  // `orders`, which imports it: what a chunk computes at its start may only come from chunks that never wait for it.
  {
    name: 'kinds',
    test: /src\/payments\/(?:kinds\/(?!looks)|orders\/get-order)/,
    minShareCount: 2,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: 'orders',
    test: /src\/payments\/(?:orders|bills)\//,
    minShareCount: 2,
    priority: 1,
    includeDependenciesRecursively: false,
  },
]

/**
 * The pages that src/prerender/render.tsx renders: the worker leaves them to the server. `urlPattern` repeats them,
 * because it is copied into the worker.
 */
const PUBLIC_PAGES = /^\/(?:(?:faq|privacy)\/?)?$/

/**
 * Naming the browsers would rewrite every class with fields, at 2.4 KiB of each first screen. That is for bugs of
 * Chrome 97 and Safari 15 that none of our classes meets. Of ES2022 they lack only static blocks, which
 * scripts/check-browsers.ts refuses.
 */
const TARGET = 'es2022'
/** The browsers that styles are lowered to. */
const CSS_TARGET = Object.entries(OLDEST_BROWSERS).map(([name, version]) => name + version)

/** `npm start`, beside which `npm run dev:web` runs. */
const APP = 'http://localhost:3000'

export default defineConfig({
  root: import.meta.dirname,
  resolve: iconsOurWay,
  plugins: [
    react({ jsxImportSource: '#jsx' }),
    tailwindcss(),
    olderUnits(),
    serviceWorker(),
    alertsWorker(),
    largestFirst(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: TARGET,
    cssTarget: CSS_TARGET,
    // scripts/check-web-size.ts reads which chunk each route starts from.
    manifest: true,
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    // All screens share one style sheet, which a framed page has inline: no file may request it again.
    cssCodeSplit: false,
    modulePreload: { polyfill: false, resolveDependencies: withoutStarted },
    // The app itself, the page around what the server renders once at its start, and the operators' console.
    rolldownOptions: {
      // Reading a property has no side effects in what we build from.
      treeshake: { propertyReadSideEffects: false },
      input: ['index.html', 'page.html', 'console.html'].map((page) => join(import.meta.dirname, page)),
      output: { codeSplitting: { groups: FILES }, chunkFileNames: nameOfChunk },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    // The app answers only under its own name, and takes changes only from its own pages.
    proxy: { '/api': { target: APP, changeOrigin: true, headers: { origin: APP } } },
  },
})

/**
 * The app's core is three quarters of the code that a first screen waits for. It is named first: named last, it would
 * wait for one of the browser's six connections.
 */
function largestFirst(): Plugin {
  const large = /\n *<link rel="modulepreload"[^>]*\/(?:react|core)-[^>]*>/g
  return {
    name: 'largest-first',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => {
        const links = html.match(large) ?? []
        return html
          .replaceAll(large, '')
          .replace(/\n *<title>/, (title) => links.toSorted().toReversed().join('') + title)
      },
    },
  }
}

/** Puts lengths in older units before those in units that the oldest browsers lack. */
function olderUnits(): Plugin {
  return {
    name: 'older-units',
    // After Tailwind, and before the file is minified and named by its content.
    enforce: 'pre',
    transform: { filter: { id: /styles\.css$/ }, handler: withOlderUnits },
  }
}

/**
 * A screen's list of files leaves out those the app has started with. They would be in every list, and every first
 * screen waits for all lists.
 */
function withoutStarted(_file: string, files: string[], { hostType }: { hostType: 'html' | 'js' }): string[] {
  const started = /\/(?:react|core|device|rolldown-runtime|index)-/
  return hostType === 'html' ? files : files.filter((file) => !started.test(file))
}

/** The console's files are named like its entry, so that no customer's service worker lists them. */
function nameOfChunk({ name, moduleIds }: { name: string; moduleIds: readonly string[] }): string {
  if (name.startsWith('console-')) return 'assets/[name]-[hash].js'
  const isOfConsole = moduleIds.some((id) => id.includes('/src/console/') && !id.endsWith('/admin-page.tsx'))
  return `assets/${isOfConsole ? 'console-' : ''}[name]-[hash].js`
}

/**
 * The worker that opens the app without a network. It holds hashed files and the app's page, never an answer of
 * /api. It waits until somebody agrees to a new version; src/pwa/updates.ts asks. The font stays with the browser's own
 * cache: a phone that shows none never downloads it.
 */
function serviceWorker() {
  return VitePWA({
    registerType: 'prompt',
    injectRegister: false,
    // public/manifest.webmanifest; the server puts the installation's name in.
    manifest: false,
    workbox: {
      globPatterns: ['index.html', 'theme.js', 'old-browser.js', 'favicon.svg', 'assets/*.{js,css}'],
      // Customers have no use for it, and operators are to get what the server has now.
      globIgnores: ['assets/console-*'],
      cacheId: 'jara',
      // The first page a person opens is already safe from a lost network.
      clientsClaim: true,
      cleanupOutdatedCaches: true,
      // One file: a second one would be a string given to importScripts, which Trusted Types refuse.
      inlineWorkboxRuntime: true,
      sourcemap: false,
      // "/" is not the app's page but the welcome page.
      directoryIndex: null,
      navigateFallback: 'index.html',
      navigateFallbackDenylist: [/^\/(?:api|webhooks|admin)\//, /^\/(?:healthz|readyz)$/, PUBLIC_PAGES],
      runtimeCaching: [
        {
          // The server's page is up to date; without an answer the app shows the same page.
          urlPattern: ({ request, url }) =>
            request.mode === 'navigate' && /^\/(?:(?:faq|privacy)\/?)?$/.test(url.pathname),
          handler: 'NetworkOnly',
          options: { precacheFallback: { fallbackURL: 'index.html' } },
        },
      ],
      // The page carries the installation's settings, so the server names its revision: server/platform/http/site.ts.
      manifestTransforms: [
        (entries) => ({
          manifest: entries.map((each) => (each.url === 'index.html' ? { ...each, revision: SHELL_REVISION } : each)),
          warnings: [],
        }),
      ],
    },
  })
}

/**
 * The part of the service worker that shows alerts, built as one script and put behind the part above. In a file of its
 * own it would be a second script, which Trusted Types refuse.
 */
function alertsWorker(): Plugin {
  const input = join(import.meta.dirname, 'src/alerts/worker/main.ts')
  return {
    name: 'alerts-worker',
    apply: 'build',
    closeBundle: {
      // The worker is written when the bundle closes.
      order: 'post',
      sequential: true,
      async handler() {
        const built = await build({
          configFile: false,
          root: import.meta.dirname,
          publicDir: false,
          logLevel: 'warn',
          build: {
            target: TARGET,
            write: false,
            modulePreload: false,
            rolldownOptions: { input, output: { format: 'iife' } },
          },
        })
        const [script] = 'output' in built ? built.output : []
        if (script?.type !== 'chunk') throw new Error('the alerts worker was not built')
        await appendFile(join(import.meta.dirname, 'dist/sw.js'), `\n${script.code}`)
      },
    },
  }
}
