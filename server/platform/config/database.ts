import { z } from 'zod'
import { isConnectionSecure } from '#server/platform/db/connection-security.ts'
import { DEFAULT_PASSWORD, isDefaultPassword } from './default-password.ts'
import { EVERYBODY, type SettingRows } from './setting.ts'

const address = z.string().startsWith('postgres')

/** Where the books are kept. */
export const databaseSettings = {
  DATABASE_URL: {
    type: address,
    secret: true,
    target: 'databaseUrl',
    meaning: 'PostgreSQL instead of the embedded database.',
    live: {
      neededBy: EVERYBODY,
      needs: 'PostgreSQL',
      why: 'Real money needs PostgreSQL: only one process can open the embedded database.',
      refuse: whyRefusedDatabase,
      wrong: [
        'mysql://localhost/jara',
        'postgres://jara_app@localhost/jara',
        'postgres://jara_app@10.0.0.5/jara?sslmode=require',
      ],
    },
  },
  DATABASE_OWNER_URL: {
    type: address,
    secret: true,
    target: 'databaseOwnerUrl',
    meaning:
      'The role that owns the tables, if the one in `DATABASE_URL` only works with them: [Two roles](../operate/live-mode.md#two-roles). A start migrates with it, and closes that connection.',
    live: {
      why: 'Better given only to `npm run migrate`.',
      refuse: whyRefusedDatabase,
      wrong: ['postgres://postgres:postgres@localhost/jara'],
    },
  },
  DATABASE_LISTEN_URL: {
    type: address,
    secret: true,
    target: 'databaseListenUrl',
    meaning:
      'The database itself, if `DATABASE_URL` is PgBouncer in transaction mode: [More than one machine](../operate/several-machines.md).',
    live: {
      why: 'Only if `DATABASE_URL` is a pooler.',
      refuse: whyRefusedDatabase,
      wrong: ['postgres://jara_app@db.example.ng/jara?sslmode=prefer'],
    },
  },
} as const satisfies SettingRows

type Variable = keyof typeof databaseSettings
type Read = { readonly [variable in Variable]?: string | undefined }

/** Settings that contradict each other in any mode, by variable. */
export function databaseContradictions({ DATABASE_URL, DATABASE_OWNER_URL, DATABASE_LISTEN_URL }: Read): string[] {
  if (DATABASE_URL !== undefined) return []
  const wrong: string[] = []
  if (DATABASE_OWNER_URL !== undefined)
    wrong.push('DATABASE_OWNER_URL: an owner is somebody else’s: set DATABASE_URL to the role that works')
  if (DATABASE_LISTEN_URL !== undefined)
    wrong.push('DATABASE_LISTEN_URL: it goes beside DATABASE_URL, past the pooler that is named there')
  return wrong
}

/** Why live mode refuses a database address; null if it does not. */
function whyRefusedDatabase(url: string): string | null {
  if (!isConnectionSecure(url)) return 'live mode reaches another machine with sslmode=verify-full only'
  return isGuessable(url) ? DEFAULT_PASSWORD : null
}

/**
 * Whether a stranger could guess the login. Sockets are for the system's own users, and a client certificate beats a
 * password; otherwise a password is required, and not one tried first. `PGPASSWORD` and password files are not checked,
 * so they do not count.
 */
function isGuessable(url: string): boolean {
  const { hostname, searchParams, username, password } = new URL(url)
  // Like the driver: the query overrides the address, and its last value wins.
  const said = (name: string, inAddress: string) => searchParams.getAll(name).at(-1) || decoded(inAddress)
  const [host, user, given] = [said('host', hostname), said('user', username), said('password', password)]
  const withoutPassword = host.startsWith('/') || (searchParams.has('sslcert') && searchParams.has('sslkey'))
  return given === '' ? !withoutPassword : isDefaultPassword(given, user)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
