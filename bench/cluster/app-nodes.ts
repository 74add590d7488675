import fs from 'node:fs'
import https from 'node:https'
import path from 'node:path'
import type { Database } from '#server/platform/db/database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { type PretendWorld, startWorld } from '../world.ts'
import { MAKE_PROBES } from './database-nodes.ts'
import { type Program, start, until } from './programs.ts'
import { databaseUrl, type Setting, variablesOf } from './setting.ts'

/** Where customers connect. */
export const EDGE_PORT = 8443
export const WEB_PORTS = [3001, 3002] as const
const root = path.join(import.meta.dirname, '../..')

export type AppNode = { readonly name: string; restart(): Promise<void> }
export type AppMachine = { readonly world: PretendWorld; readonly nodes: readonly AppNode[] }

/** Everything of the app's machine: the way to the primary, the pooler, roles and schema, two of each role, and the edge. */
export async function startAppMachine(setting: Setting): Promise<AppMachine> {
  const world = await startWorld(setting.folder)
  startHaproxy(setting, 'haproxy-postgres')
  await prepareDatabase(setting)
  startPgbouncer(setting)
  await migrate(setting)
  const nodes: AppNode[] = []
  for (const port of WEB_PORTS) nodes.push(await startApp(setting, world, { role: 'web', port }))
  for (const port of [3003, 3004]) nodes.push(await startApp(setting, world, { role: 'worker', port }))
  startHaproxy(setting, 'haproxy-edge')
  await until('the edge', isEdgeReady)
  return { world, nodes }
}

function isEdgeReady(): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = https.get(`https://localhost:${EDGE_PORT}/readyz`, { rejectUnauthorized: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    asked.on('error', () => resolve(false))
  })
}

function startHaproxy(setting: Setting, name: 'haproxy-postgres' | 'haproxy-edge'): void {
  const web = { JARA_EDGE: `127.0.0.1:${EDGE_PORT}`, JARA_WEB1: '127.0.0.1:3001', JARA_WEB2: '127.0.0.1:3002' }
  const env = { ...variablesOf(setting, 'haproxy.env'), ...web }
  const command = ['haproxy', '-db', '-f', path.join(setting.etc, `${name}.cfg`)]
  start(name, { command, env, folder: setting.folder })
}

/** Runs deploy/roles.sql and gives the pooler the role's verifier, not its password. */
async function prepareDatabase(setting: Setting): Promise<void> {
  const url = databaseUrl(setting, { user: 'superuser', port: 5000, name: 'postgres' })
  const admin = await until('the primary behind HAProxy', () => openWritable(url))
  const text = fs.readFileSync(path.join(setting.etc, 'roles.sql'), 'utf8')
  const statements = text
    .replaceAll(/^--.*$/gm, '')
    .replace(":'owner_password'", `'${setting.passwords.owner}'`)
    .replace(":'app_password'", `'${setting.passwords.app}'`)
    .split(';')
  for (const statement of statements.filter((each) => each.trim() !== '')) await admin.exec(statement)
  await admin.exec(MAKE_PROBES)
  const [row] = await admin.query<{ verifier: string }>(
    "select rolpassword as verifier from pg_authid where rolname = 'jara_app'",
  )
  fs.writeFileSync(path.join(setting.etc, 'pgbouncer-users.txt'), `"jara_app" "${row?.verifier}"\n`)
  await admin.close()
}

/** For its first seconds HAProxy does not know which node is the primary. Null: this node is not. */
async function openWritable(url: string): Promise<Database | null> {
  const database = await openPostgres({ url, poolMax: 1 })
  const [row] = await database.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  if (row?.standby === false) return database
  await database.close()
  return null
}

function startPgbouncer(setting: Setting): void {
  const command = ['pgbouncer', '-u', 'postgres', path.join(setting.etc, 'pgbouncer.ini')]
  start('pgbouncer', { command, folder: setting.folder })
}

function databaseSettings(setting: Setting): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl(setting, { user: 'app', port: 6432 }),
    DATABASE_LISTEN_URL: databaseUrl(setting, { user: 'app', port: 5000 }),
  }
}

async function migrate(setting: Setting): Promise<void> {
  const env = { ...databaseSettings(setting), DATABASE_OWNER_URL: databaseUrl(setting, { user: 'owner', port: 5000 }) }
  const command = [process.execPath, path.join(root, 'server/commands/migrate.ts')]
  await until('the schema', async () => {
    const { child } = start('migrate', { command, env, folder: setting.folder })
    await new Promise((resolve) => child.once('exit', resolve))
    return child.exitCode === 0
  })
}

async function startApp(
  setting: Setting,
  world: PretendWorld,
  of: { role: 'web' | 'worker'; port: number },
): Promise<AppNode> {
  const name = `${of.role}-${of.port}`
  const env = {
    ...databaseSettings(setting),
    JARA_ROLE: of.role,
    JARA_SECRET: setting.secretHex,
    PORT: String(of.port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `https://localhost:${EDGE_PORT}`,
    TRUSTED_PROXIES: '127.0.0.1',
    TLS_CERT_FILE: path.join(setting.etc, 'app.pem'),
    TLS_KEY_FILE: path.join(setting.etc, 'app.key'),
    DATA_DIR: setting.folder,
    LOG_LEVEL: 'warn',
    REQUESTS_PER_MINUTE: '1000000',
    PAYSTACK_BASE_URL: `${world.url}/paystack`,
    VTPASS_BASE_URL: `${world.url}/vtpass/api`,
    SANDBOX_SMTP_PORT: String(world.smtpPort),
  }
  const command = [process.execPath, path.join(root, 'server/main.ts')]
  async function begin(): Promise<Program> {
    const file = path.join(setting.folder, `${name}.log`)
    const before = fs.existsSync(file) ? fs.statSync(file).size : 0
    const program = start(name, { command, env, folder: setting.folder })
    await until(`${name} to be ready`, async () =>
      / is ready: /.test(fs.readFileSync(file).subarray(before).toString()),
    )
    return program
  }
  let program = await begin()
  return {
    name,
    async restart() {
      const code = await program.stop('SIGTERM')
      if (code !== 0) throw new Error(`${name} ended with ${code}`)
      program = await begin()
    },
  }
}
