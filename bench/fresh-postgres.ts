import { openPostgres } from '#server/platform/db/postgres.ts'
import { startCluster } from '#tests/support/postgres.ts'

/** Runs `use` on a throw-away PostgreSQL with an empty database and fsync on. */
export async function onFreshPostgres(use: (url: string) => Promise<void>): Promise<void> {
  const cluster = await startCluster({ fsync: true })
  try {
    const admin = await openPostgres({ url: cluster.url('postgres'), poolMax: 1 })
    await admin.exec('create database jara')
    await admin.close()
    await use(cluster.url('jara'))
  } finally {
    await cluster.stop()
  }
}
