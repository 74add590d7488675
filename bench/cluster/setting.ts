import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { findPostgresFolder } from '#tests/support/postgres.ts'
import { addressOf, DATABASE_NODES, folderOf, type NodeNumber } from './machines.ts'
import { readVariables } from './programs.ts'

const deploy = path.join(import.meta.dirname, '../../deploy')

/** The drill's folders and secrets. */
export type Setting = {
  readonly prefix: string
  readonly folder: string
  /** Replaces /etc/jara. */
  readonly etc: string
  readonly passwords: Readonly<Record<'owner' | 'app' | 'superuser' | 'replication' | 'rewind' | 'restapi', string>>
  readonly secretHex: string
}

/** Copies deploy/'s configuration into the drill's folder, and makes one certificate for everything that speaks TLS. */
export function makeSetting(prefix: string): Setting {
  const folder = folderOf(prefix)
  const etc = path.join(folder, 'etc')
  fs.mkdirSync(etc, { recursive: true })
  // PostgreSQL and HAProxy run as users of their own.
  fs.chmodSync(folder, 0o755)
  const files = [
    'haproxy-edge.cfg',
    'haproxy-postgres.cfg',
    'haproxy-503.http',
    'pgbouncer.ini',
    'patroni.yml',
    'roles.sql',
  ]
  for (const name of files) {
    const text = fs.readFileSync(path.join(deploy, name), 'utf8')
    fs.writeFileSync(path.join(etc, name), text.replaceAll('/etc/jara', etc))
  }
  makeCertificate(etc)
  const secret = () => randomBytes(18).toString('hex')
  return {
    prefix,
    folder,
    etc,
    passwords: {
      owner: secret(),
      app: secret(),
      superuser: secret(),
      replication: secret(),
      rewind: secret(),
      restapi: secret(),
    },
    secretHex: randomBytes(32).toString('hex'),
  }
}

function makeCertificate(etc: string): void {
  const names = ['DNS:localhost', 'IP:127.0.0.1', ...DATABASE_NODES.map((node) => `IP:${addressOf(node)}`)]
  const [key, certificate] = [path.join(etc, 'app.key'), path.join(etc, 'app.pem')]
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const subject = ['-subj', '/CN=Jara drill', '-addext', `subjectAltName=${names.join(',')}`]
  execFileSync('openssl', [...words, ...subject, '-keyout', key, '-out', certificate], { stdio: 'pipe' })
  for (const name of ['postgres.pem', 'postgres-ca.pem']) fs.copyFileSync(certificate, path.join(etc, name))
  fs.writeFileSync(path.join(etc, 'edge.pem'), fs.readFileSync(certificate, 'utf8') + fs.readFileSync(key, 'utf8'))
  fs.copyFileSync(key, path.join(etc, 'postgres.key'))
  fs.chmodSync(path.join(etc, 'postgres.key'), 0o600)
  execFileSync('chown', ['postgres', path.join(etc, 'postgres.key')])
}

/** A node's own folder, owned by PostgreSQL's user. */
export function nodeFolder({ folder }: Setting, node: NodeNumber): string {
  const own = path.join(folder, `node${node}`)
  if (!fs.existsSync(own)) {
    fs.mkdirSync(own)
    execFileSync('chown', ['postgres', own])
  }
  return own
}

/** The variables in one file of deploy/environment, with this drill's addresses, passwords and folders. */
export function variablesOf(setting: Setting, file: string, node?: NodeNumber): Record<string, string> {
  const { etc, passwords } = setting
  let text = fs.readFileSync(path.join(deploy, 'environment', file), 'utf8').replaceAll('/etc/jara', etc)
  for (const each of DATABASE_NODES) text = text.replaceAll(`ADDRESS${each}`, addressOf(each))
  for (const [name, password] of Object.entries(passwords))
    text = text.replaceAll(`${name.toUpperCase()}_PASSWORD\n`, `${password}\n`)
  if (node !== undefined) {
    const own = nodeFolder(setting, node)
    text = text
      .replace(/\bADDRESS\b/g, addressOf(node))
      .replace(/\bNODE\b/g, `node${node}`)
      .replaceAll('/var/lib/postgresql/15', own)
      .replaceAll('/usr/lib/postgresql/15/bin', findPostgresFolder() ?? '')
  }
  return readVariables(text)
}

/** The database's address through `port` of the app's machine: 5000 is the primary itself, 6432 the pooler. */
export function databaseUrl(
  { etc, passwords }: Setting,
  of: { user: 'owner' | 'app' | 'superuser'; port: 5000 | 6432; name?: string },
): string {
  const user = of.user === 'superuser' ? 'postgres' : `jara_${of.user}`
  const tls = of.port === 5000 ? `?sslmode=verify-full&sslrootcert=${path.join(etc, 'postgres-ca.pem')}` : ''
  return `postgres://${user}:${passwords[of.user]}@127.0.0.1:${of.port}/${of.name ?? 'jara'}${tls}`
}
