import { defineConfig } from '@playwright/test'

/** Unusual ports, so that a product started by hand keeps running beside the tests. */
const FIRST_PORT = Number(process.env.JARA_E2E_PORT ?? 43100)
/** Each worker has a product and a sandbox world of its own: a fault that one test orders hits nobody else's payment. */
const WORKERS = 2
const portOf = (worker: number) => FIRST_PORT + worker * 10
const sandboxPortOf = (worker: number) => portOf(worker) + 1

// Playwright reads this file again in every worker, and tells it which one it is.
const own = Number(process.env.TEST_PARALLEL_INDEX ?? 0)
process.env.JARA_E2E_SANDBOX_URL = `http://localhost:${sandboxPortOf(own)}`

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  retries: 0,
  workers: WORKERS,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${portOf(own)}`,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [{ name: 'phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } }],
  webServer: Array.from({ length: WORKERS }, (_, worker) => ({
    command: 'node tests/support/serve-for-browser.ts',
    env: { PORT: String(portOf(worker)), SANDBOX_PORT: String(sandboxPortOf(worker)) },
    wait: { stdout: /Jara is ready/ },
    timeout: 120_000,
    stdout: 'ignore' as const,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
  })),
})
