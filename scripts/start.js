// Plain JavaScript that even the oldest Node can run: it checks the version, then continues.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    `Jara needs Node 20 or newer to start; this is ${process.version}. Install a newer one from https://nodejs.org.`,
  )
  process.exit(1)
}
const { helpFor } = await import('./lib/help.js')
helpFor(`npm start: the whole product on this machine, with practice money.

Installs the packages and builds the web app when something changed, then runs the app and the sandbox world until you stop it.
Settings come from the environment, such as PORT=3010 npm start: docs/reference/settings.md lists all of them.`)
const { start } = await import('./lib/start.js')
await start()
