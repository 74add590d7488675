// Plain JavaScript that the oldest Node this project meets can run: it only checks the version and continues.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    `Jara needs Node 20 or newer to start; this is ${process.version}. Install a newer one from https://nodejs.org.`,
  )
  process.exit(1)
}
const { start } = await import('./lib/start.js')
await start()
