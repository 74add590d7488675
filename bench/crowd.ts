import type { Database } from '#server/platform/db/database.ts'

const ENTRIES_PER_ACCOUNT = 5
const PER_STATEMENT = 50_000
const TOGETHER = 500

/** People with a history: deposits through the ledger's own function, with their lines. The chains are real. */
export async function fillWithPeople(database: Database, accounts: number): Promise<void> {
  for (let from = 0; from < accounts; from += PER_STATEMENT) {
    const to = Math.min(from + PER_STATEMENT, accounts) - 1
    await database.query(
      `insert into users (id, email, full_name, password_hash, created_at, new_since)
       select person, person || '@example.ng', ${NAME}, '$argon2id$none', now(), now()
       from (${PERSON}) as made`,
      [from, to],
    )
    await database.query(
      `insert into ledger_accounts (user_id, id, sign_rule)
       select person, 'user:' || person || ':available', 1 from (${PERSON}) as made`,
      [from, to],
    )
  }
  const transfers = Math.ceil((accounts * ENTRIES_PER_ACCOUNT) / 2)
  for (let from = 0; from < transfers; from += PER_STATEMENT) {
    const range = [from, Math.min(from + PER_STATEMENT, transfers) - 1, accounts]
    const [posted] = await database.query<{ refused: number }>(
      `select count(refusal)::int as refused from (
         select array_agg(person order by n) as people, array_agg('trf_' || body order by n) as ids,
           array_agg('deposit:' || n order by n) as keys, array_agg('dep_' || n order by n) as deposits,
           array_agg(at order by n) as ats, array_agg('user:' || person || ':available' order by n) as accounts,
           array_agg(100 + n % 900 order by n) as amounts, array[count(*)::int] as size
         from (${MADE}) as made group by n / ${TOGETHER}
       ) as g, ledger_post_together(people, ids, array_fill('deposit'::text, size), keys, deposits, ats,
         array_fill('provider:paystack:float'::text, size), accounts, amounts)`,
      range,
    )
    if (posted?.refused !== 0) throw new Error('the ledger refused the generated history')
    await database.query(
      `insert into transactions (user_id, id, kind, title, amount_kobo, status, deposit_id, search, created_at, updated_at)
       select person, 'txn_' || body, 'deposit', 'Deposit', 100 + n % 900, 'completed', 'dep_' || n, 'deposit', at, at
       from (${MADE}) as made`,
      range,
    )
  }
}

/** A hundred first names and a hundred family names, as varied as real ones. */
const NAME =
  "initcap(substr(md5('first' || n % 100), 1, 5)) || ' ' || initcap(substr(md5('last' || n / 100 % 100), 1, 7))"
/** Consecutive rows belong to different people, as in real data. */
const PERSON = "select n, 'usr_' || lpad(n::text, 35, '0') as person from generate_series($1::bigint, $2::bigint) as n"
const MADE = `select n, 'usr_' || lpad((n * 7919 % $3)::text, 35, '0') as person, lpad(n::text, 35, '0') as body,
  now() - interval '90 days' + n * interval '1 second' as at from generate_series($1::bigint, $2::bigint) as n`
