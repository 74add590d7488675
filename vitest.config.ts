import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/longest-first.ts'

export default defineConfig({
  test: {
    include: ['{contract,server,sandbox,audit,tests,bench,scripts}/**/*.test.ts', 'web/src/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    globalSetup: ['tests/support/built-web.ts', 'tests/support/global-setup.ts', 'tests/support/tls-folder.ts'],
    // Styles are empty in tests otherwise; one test reads the colours in them.
    css: { include: [/styles\.css/] },
    pool: 'forks',
    // A worker's embedded database is compiled once, not for each file; its handles are emptied between tests anyway.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Each worker may hold an embedded database of some 400 MB. Three keep two cores busy: tests wait for disks and clocks.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
