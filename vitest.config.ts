import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,sandbox,audit,tests,bench,scripts}/**/*.test.ts', 'web/src/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    // Each worker may hold an embedded database of some 400 MB; the suites are built for two cores.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
