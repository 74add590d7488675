import { defineConfig } from 'vitest/config'
import { DURATIONS_S, isSlow } from '#tests/support/durations.ts'
import { LongestFirst } from '#tests/support/longest-first.ts'
import { IS_NIGHTLY } from '#tests/support/nightly.ts'
import { restingFiles } from '#tests/support/turns.ts'

/**
 * What `npm run test:fast` leaves out: files measured as slow, and those that start processes or need PostgreSQL,
 * however quick.
 */
const SLOW = [...Object.keys(DURATIONS_S).filter(isSlow), 'tests/{concurrency,crash}/**']

/** Longer than any test takes without its own timeout, even in a nightly run on a busy machine. */
const HANGS_AFTER_MS = 300_000
/** Shorter than a test's timeout, so that a failed poll names its condition. */
const POLLED_FOR_MS = 90_000

/** Runs only at night: a change of the product's own code is unlikely to break it, or it repeats other tests. */
const NIGHTLY = ['tests/repo-checks/reproducible-build.test.ts', 'tests/simulation/even-seeds.test.ts']

export default defineConfig({
  test: {
    include: ['{contract,server,sandbox,audit,tests,bench,scripts}/**/*.test.ts', 'web/src/**/*.test.ts'],
    exclude: [
      '**/node_modules/**',
      'tests/e2e/**',
      ...(IS_NIGHTLY ? [] : NIGHTLY),
      ...restingFiles(),
      ...(process.env.JARA_TEST_FAST === 'on' ? SLOW : []),
    ],
    globalSetup: ['tests/support/built-web.ts', 'tests/support/global-setup.ts', 'tests/support/tls-folder.ts'],
    // Otherwise styles are empty in tests; two tests read the colours in these.
    css: { include: [/(?:themes|brands)\.css/] },
    pool: 'forks',
    // A worker compiles its embedded database once, not for each file; its handles are emptied between tests anyway.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // Each worker may hold an embedded database of some 400 MB. Four keep two cores busy: tests wait for disks and clocks.
    maxWorkers: 4,
    // Timeouts only end a hang: a test's duration depends on the machine's load.
    testTimeout: HANGS_AFTER_MS,
    hookTimeout: HANGS_AFTER_MS,
    expect: { poll: { timeout: POLLED_FOR_MS } },
  },
})
