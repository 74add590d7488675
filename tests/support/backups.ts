import { randomBytes, randomUUID } from 'node:crypto'
import { asOneSnapshot, type ContentFacts, contentFacts } from '#server/platform/backups/content.ts'
import { backupLines, type VerifiedBackup, verifyBackup } from '#server/platform/backups/file.ts'
import { loadContent } from '#server/platform/backups/load.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Migration } from '#server/platform/db/migrate.ts'
import type { TestJara } from './jara.ts'
import { fundingOf } from './money-in.ts'
import type { Person } from './person.ts'

export const SECRET = randomBytes(32)

/** A database's content: counts, and one hash over every row. */
export async function contentOf(database: Database): Promise<ContentFacts> {
  return await database.transaction(async (tx) => {
    await asOneSnapshot(tx)
    return await contentFacts(tx)
  })
}

/** Restores only the rows of a backup, into the schema that these migrations make; the later steps are separate. */
export async function loadBackup(
  database: Database,
  backup: VerifiedBackup | string,
  known?: readonly Migration[],
): Promise<ContentFacts> {
  const verified = typeof backup === 'string' ? await verifyBackup(backup, SECRET) : backup
  return await loadContent(database, {
    lines: () => backupLines(verified, SECRET),
    migrations: verified.header.migrations,
    moveId: randomUUID(),
    ...(known === undefined ? {} : { known }),
  })
}

/**
 * Fills an installation with data of most kinds: settled and open orders, a deposit, a BPC, a report, and values that
 * are easily damaged in transit.
 */
export async function fillWithLife(jara: TestJara): Promise<Person> {
  const ada = await jara.person("Ṣadé O'Neil")
  const { account } = await fundingOf(ada)
  if (account == null) throw new Error('no account number was issued')
  await jara.sandbox.payIn({ accountNumber: account.accountNumber, amountKobo: '1234567' })
  await jara.settle()
  await ada.withdraw(150_000n)
  await ada.buyBpc('wallet')
  await jara.settle()
  await ada.withdraw(20_000n)
  await jara.database.query(
    `insert into alarms (kind, subject_id, detail, raised_at) values
       ('test', 'a', $1, '2026-11-21 10:00:00.123456+00'), ('test', 'b', '', '0001-01-01 00:00:00+00'),
       ('test', 'c', 'null', 'infinity')`,
    ['line one\nline "two"\t\\n \u2028 {"end":1} ₦ 🦓 \u0001'],
  )
  await jara.database.query(
    `insert into jobs (kind, subject_id, due_at, fence, created_at) values ('test', 'x', now() + interval '1 year',
       9223372036854775807, '2026-11-21 10:00:00.000001+00')`,
  )
  await jara.database.query(
    `insert into profile_images (user_id, version, image, changed_at) values ($1, 'abcdefghijklmnop', $2, now())`,
    [ada.id, Buffer.concat([Buffer.from('RIFF'), randomBytes(65_536)])],
  )
  return ada
}
