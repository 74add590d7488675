import { defineConfig } from '@playwright/test'

/** Unusual ports, so that a product started by hand keeps running beside the tests. */
const port = Number(process.env.JARA_E2E_PORT ?? 43100)
const sandboxPort = port + 1
process.env.JARA_E2E_SANDBOX_URL ??= `http://localhost:${sandboxPort}`

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results/e2e',
  forbidOnly: true,
  retries: 0,
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
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
  webServer: {
    command: 'node tests/support/serve-for-browser.ts',
    env: { PORT: String(port), SANDBOX_PORT: String(sandboxPort) },
    wait: { stdout: /Jara is ready/ },
    timeout: 120_000,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
