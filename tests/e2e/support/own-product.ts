import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPglite } from '#server/platform/db/pglite.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { type Cluster, findPostgresFolder, startCluster } from '#tests/support/postgres.ts'
import { startProduct } from '#tests/support/processes.ts'
import { PROGRAM_FLAGS, programEnvironment } from '#tests/support/program-environment.ts'
import { openSandboxControl, type SandboxControl } from '#tests/support/sandbox-control.ts'
import { withoutDisk } from '#tests/support/without-disk.ts'

const root = path.join(import.meta.dirname, '..', '..', '..')

/** The operator at the machine. */
const OPERATOR = 'Ngozi Eze'
const PASSPHRASE = 'seven herons wait at noon'

/** A product beside the others of this run, with its own settings and an operator at its machine. */
export type OwnProduct = {
  readonly url: string
  /** The sandbox world beside it. */
  readonly sandbox: SandboxControl
  /** Runs `npm run cases -- …` as the operator, stopping Jara on an embedded database, as an operator must. */
  cases(...args: readonly string[]): Promise<void>
  /** Runs `npm run operators -- …` with this input. Returns its output. */
  operators(args: readonly string[], typed: readonly string[]): Promise<string>
  /** The app's output since its start. */
  output(): string
  /** Runs one statement directly in its database. */
  sql(statement: string): Promise<void>
  close(): Promise<void>
}

const TEMPLATE = 'jara_template'

/** This worker's PostgreSQL server, started by the first file that needs one; it ends with the worker. */
let startedCluster: Promise<Cluster> | undefined

/** A server with a migrated database to copy: making both takes longer than starting the product. */
async function startClusterWithTemplate(): Promise<Cluster> {
  const cluster = await startCluster({ fsync: false })
  const admin = await openPostgres({ url: cluster.url('postgres') })
  await admin.exec(`create database ${TEMPLATE}`)
  await admin.close()
  const template = await openPostgres({ url: cluster.url(TEMPLATE) })
  await migrate(template)
  await template.close()
  return cluster
}

/** The address of a new database with tables but no rows. */
async function makeOwnDatabase(): Promise<string> {
  startedCluster ??= startClusterWithTemplate()
  const cluster = await startedCluster
  const name = `jara_${randomBytes(6).toString('hex')}`
  const admin = await openPostgres({ url: cluster.url('postgres') })
  await admin.exec(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  await admin.close()
  return cluster.url(name)
}

/** Uses PostgreSQL if installed, otherwise the embedded database. */
export async function startOwnProduct(settings: Readonly<Record<string, string>>): Promise<OwnProduct> {
  const dataFolder = fs.mkdtempSync(path.join(withoutDisk(), 'jara-own-'))
  const databaseUrl = findPostgresFolder() === null ? null : await makeOwnDatabase()
  const product = await startProduct({ dataFolder, databaseUrl, settings })
  const whileItMay = async (act: () => Promise<unknown>) => {
    if (databaseUrl === null) await product.kill('SIGTERM')
    await act()
    if (databaseUrl === null) await product.startApp()
  }
  const operate = async (name: string, args: readonly string[], input = '') => {
    const program = [...PROGRAM_FLAGS, path.join(root, `server/commands/${name}.ts`), ...args]
    const run = promisify(execFile)(process.execPath, program, { env: { ...programEnvironment(), ...product.env } })
    run.child.stdin?.end(input)
    return (await run).stdout
  }
  return {
    url: product.url,
    sandbox: openSandboxControl(product.sandboxUrl),
    cases: (...args) =>
      whileItMay(async () => {
        if ((await operate('operators', ['list'])).startsWith('0 active operators')) {
          await operate('operators', ['add', OPERATOR], `${PASSPHRASE}\n${PASSPHRASE}\n`)
        }
        await operate('cases', [...args, '--by', OPERATOR], `${PASSPHRASE}\n`)
      }),
    async operators(args, typed) {
      let printed = ''
      await whileItMay(async () => {
        printed = await operate('operators', args, typed.map((line) => `${line}\n`).join(''))
      })
      return printed
    },
    output: () => product.app().output(),
    sql: (statement) =>
      whileItMay(async () => {
        const database = await (databaseUrl === null
          ? openPglite(path.join(dataFolder, 'pglite'))
          : openPostgres({ url: databaseUrl }))
        await database.exec(statement)
        await database.close()
      }),
    async close() {
      await product.close()
      fs.rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
