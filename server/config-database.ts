import { z } from 'zod'
import { isReachedSafely } from './db/reached-safely.ts'

const address = z.string().startsWith('postgres').optional()

/** Where the books are kept. Sandbox mode needs neither. */
export const databaseSettings = {
  /** Null: the embedded database. */
  DATABASE_URL: address,
  /** The role that owns the tables, where the one in DATABASE_URL does not: at a start it migrates, and leaves. */
  DATABASE_OWNER_URL: address,
}

type Read = { readonly DATABASE_URL?: string | undefined; readonly DATABASE_OWNER_URL?: string | undefined }

/** What does not go together in any mode, by variable. */
export function databaseContradictions({ DATABASE_URL, DATABASE_OWNER_URL }: Read): string[] {
  return DATABASE_OWNER_URL !== undefined && DATABASE_URL === undefined
    ? ['DATABASE_OWNER_URL: an owner is somebody else’s: set DATABASE_URL to the role that works']
    : []
}

/** What live mode refuses, by variable. */
export function refusedDatabase(read: Read): string[] {
  const given = Object.entries({ DATABASE_URL: read.DATABASE_URL, DATABASE_OWNER_URL: read.DATABASE_OWNER_URL })
  return [
    ...(read.DATABASE_URL === undefined ? ['DATABASE_URL: live mode needs PostgreSQL'] : []),
    ...given.flatMap(([variable, url]) => (url === undefined ? [] : refusedAddress(variable, url))),
  ]
}

function refusedAddress(variable: string, url: string): string[] {
  return isReachedSafely(url) ? [] : [`${variable}: live mode reaches another machine with sslmode=verify-full only`]
}
