// Plain JavaScript, as scripts/start.js: the runtime of the tests may have to be installed first.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    `Jara needs Node 20 or newer to be tested; this is ${process.version}. Install a newer one from https://nodejs.org.`,
  )
  console.log('0 passed, 1 failed')
  process.exit(1)
}
const { helpFor } = await import('./lib/help.js')
helpFor(`npm test: runs every check and every test.

As root on Debian it first installs what is missing (Chromium, PostgreSQL, strace, promtool); JARA_TEST_INSTALL=off installs nothing.
The last line is "N passed, N failed", after the failures and their reasons. npm run test:fast takes two minutes, npm run t one.`)
const { testAll } = await import('./lib/test.js')
await testAll()
