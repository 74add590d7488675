import type { Database } from '#server/platform/db/database.ts'

type Failing = { readonly table: string; readonly on: 'insert' | 'update' | 'delete' }

/** Runs the work while the database refuses these statements, as one that is shutting down does. */
export async function whileDatabaseFails<T>(
  database: Database,
  { table, on }: Failing,
  work: () => Promise<T>,
): Promise<T> {
  await database.exec(`
    create or replace function going_down() returns trigger language plpgsql as $$
      begin raise exception 'going down' using errcode = '57P01'; end $$;
    create trigger going_down before ${on} on ${table} for each statement execute function going_down();
  `)
  try {
    return await work()
  } finally {
    await database.exec(`drop trigger going_down on ${table}; drop function going_down();`)
  }
}
