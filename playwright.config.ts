import { defineConfig } from '@playwright/test'
import { freePort } from '#tests/support/free-port.ts'
import { IS_NIGHTLY } from '#tests/support/nightly.ts'
import { keepCompiled } from '#tests/support/program-environment.ts'
import { rests } from '#tests/support/turns.ts'
import { hasRoomInMemory } from '#tests/support/without-disk.ts'
import { findChromium } from './scripts/lib/chromium.js'

/** Each worker has its own product and sandbox world: a fault switched on by one test affects no other. */
const WORKERS = 4

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
/** The slowest tests: started last, one would run alone while the other workers are idle. */
const LONGEST = ['xss', 'help', 'ways-back', 'support'].map((name) => `**/${name}.spec.ts`)

/**
 * Files whose tests share a start take turns as a whole, a third each day; the others name a third for each test
 * (tests/e2e/support/thirds.ts). Tests of the routes behind operators' journeys run every day. For browsers that we do
 * not use ourselves (old ones, translating ones, without rights, with a wrong clock), the build, types and
 * `expectAccessible` check every day for what breaks in them.
 */
const FILES_IN_TURNS = [
  ['console-access', 'console-cases', 'console-freeze', 'console-limits', 'console-pauses', 'outside-translator'],
  [
    'console-deposits',
    'console-desk',
    'console-endings',
    'console-order',
    'console-people',
    'outside-phone-clock',
    'outside-no-rights',
  ],
  [
    'console-pictures',
    'console-reconciliation',
    'console-reports',
    'console-settings',
    'outside-console',
    'outside-old-*',
  ],
]

const NOT_TODAY = FILES_IN_TURNS.flatMap((names, third) => (rests(third) ? names : [])).map(
  (name) => `**/${name}.spec.ts`,
)

type Ports = { product: number; sandbox: number; smtp: number }

/** Chosen once among free ports; Playwright reads this file again in every worker, which finds them here. */
process.env.JARA_E2E_PORTS ??= JSON.stringify(await choosePorts())
const ports: Ports[] = JSON.parse(process.env.JARA_E2E_PORTS)
const own = ports[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]
process.env.JARA_E2E_SANDBOX_URL = `http://localhost:${own?.sandbox}`

keepCompiled()

async function choosePorts(): Promise<Ports[]> {
  const chosen: Ports[] = []
  while (chosen.length < WORKERS) {
    chosen.push({ product: await freePort(), sandbox: await freePort(), smtp: await freePort() })
  }
  return chosen
}

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  testIgnore: NOT_TODAY,
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  // Each test goes to the next free worker, so none is left with a long file. Files whose tests share a start opt out.
  fullyParallel: true,
  retries: 0,
  workers: WORKERS,
  // Timeouts only end a test that hangs. A busy machine takes several times as long as an idle one.
  timeout: 300_000,
  expect: { timeout: 90_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${own?.product}`,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // A service worker would hide the faults that tests put into the network. tests/e2e/offline.spec.ts tests it.
    serviceWorkers: 'block',
    // Playwright waits for moving elements before it taps. Tests of motion ask for it; the nightly run always has it.
    contextOptions: { reducedMotion: IS_NIGHTLY ? 'no-preference' : 'reduce' },
    screenshot: 'only-on-failure',
    // A trace makes every test a quarter slower: use JARA_E2E_TRACE=on for a failing one.
    trace: process.env.JARA_E2E_TRACE === 'on' ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: findChromium() ?? '/usr/bin/chromium',
      // Otherwise the browser's processes share memory through files on disk, at a fifteenth of its CPU time.
      ignoreDefaultArgs: hasRoomInMemory() ? ['--disable-dev-shm-usage'] : [],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages of one person share a process, which makes the app's first load an eighth cheaper.
        '--renderer-process-limit=1',
        // Tests end before optimised code pays off: it would cost a tenth of all tests' CPU time.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
  projects: [
    { name: 'phone, begun first', use: PHONE, testMatch: LONGEST },
    { name: 'phone', use: PHONE, testIgnore: [...LONGEST, ...NOT_TODAY] },
  ],
  webServer: {
    command: 'node tests/support/serve-for-browser.ts',
    wait: { stdout: /Every product is ready/ },
    timeout: 180_000,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
