import { parseArgs } from 'node:util'
import { z } from 'zod'
import { helpFor } from '../scripts/lib/help.js'
import { drillFailover, FAULTS } from './cluster/drill.ts'
import { inMachines } from './cluster/machines.ts'
import { describeMachine } from './report.ts'

helpFor(`npm run cluster: kills and cuts off simulated machines under load.
docs/why/performance-cluster.md explains the figures.

  npm run cluster -- failover [--rounds 1] [--faults ${FAULTS.join(',')}] [--rate 10]

Four pretend machines with the configuration of deploy/, and people who approve on them. Needs root on Linux, and the packages of
PostgreSQL, Patroni, etcd, HAProxy and PgBouncer.`)

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '1' },
    faults: { type: 'string', default: FAULTS.join(',') },
    /** Orders a second. */
    rate: { type: 'string', default: '10' },
    /** Set only when this program starts itself on the app's machine: the prefix of the machines' names. */
    inside: { type: 'string' },
  },
})
const plan = {
  rounds: z.coerce.number().int().min(1).parse(values.rounds),
  faults: z.array(z.enum(FAULTS)).parse(values.faults.split(',')),
  perSecond: z.coerce.number().min(1).parse(values.rate),
}

if (positionals[0] !== 'failover') {
  console.error(`usage: npm run cluster -- failover [--rounds N] [--faults ${FAULTS.join(',')}] [--rate N]`)
  process.exitCode = 2
} else if (values.inside === undefined) {
  console.log(describeMachine())
  process.exitCode = await inMachines((prefix) => [import.meta.filename, ...process.argv.slice(2), '--inside', prefix])
} else {
  // Started programs still run; they end with the machines.
  process.exit(await drillFailover(values.inside, plan))
}
