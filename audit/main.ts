import os from 'node:os'
import { auditCommand, COULD_NOT_RUN } from './command.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(COULD_NOT_RUN))
process.exitCode = await auditCommand({
  args: process.argv.slice(2),
  env: process.env,
  temporaryFolder: os.tmpdir(),
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
})
