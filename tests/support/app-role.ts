import type { Database } from '#server/platform/db/database.ts'

/** The two roles of a PostgreSQL database, as docs/operate/live-mode.md sets them up, with their addresses. */
export type TwoRoles = {
  readonly ownerUrl: string
  readonly appUrl: string
  readonly app: string
  /** Removes both roles; the database is dropped separately. */
  drop(): Promise<void>
}

/** Gives the superuser's database to an ordinary owner, and creates a role that can only use it. */
export async function twoRoles(database: Database, databaseUrl: string): Promise<TwoRoles> {
  const name = new URL(databaseUrl).pathname.slice(1)
  const [owner, app] = [`owner_${name}`, `app_${name}`]
  await database.exec(
    `create role ${owner} login; create role ${app} login; alter database ${name} owner to ${owner}; analyze`,
  )
  const as = (role: string) => {
    const url = new URL(databaseUrl)
    url.username = role
    return url.href
  }
  return {
    ownerUrl: as(owner),
    appUrl: as(app),
    app,
    async drop() {
      await database.exec(`reassign owned by ${owner} to current_user; drop owned by ${owner}; drop owned by ${app}`)
      await database.exec(`drop role ${owner}; drop role ${app}`)
    },
  }
}
