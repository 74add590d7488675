// Plain JavaScript, as scripts/start.js: the runtime of the tests may have to be installed first.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    `Jara needs Node 20 or newer to be tested; this is ${process.version}. Install a newer one from https://nodejs.org.`,
  )
  console.log('0 passed, 1 failed')
  process.exit(1)
}
const { testAll } = await import('./lib/test.js')
await testAll()
