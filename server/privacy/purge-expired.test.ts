import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentOf, fillWithLife } from '#tests/support/backups.ts'
import { auditBooks } from '#tests/support/books.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { PURGED_TABLES, purgeExpired } from './purge-expired.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const hash = () => randomBytes(32)
const id = (prefix: string) => `${prefix}_${randomBytes(18).toString('hex').slice(0, 35)}`
const trackingNumber = () => `JR-${randomBytes(4).toString('hex').toUpperCase().replace(/.{4}/, '$&-')}`
const key = () => randomBytes(32).toString('base64url')

/** How to create a row of each kind whose time started `at`, and how long it is kept after that. */
const KINDS: readonly {
  table: string
  keptMs: number
  make: (of: { ada: Person; sessionId: string; at: Date }) => [sql: string, params: unknown[]]
}[] = [
  {
    table: 'challenges',
    keptMs: HOUR_MS,
    make: ({ ada, sessionId, at }) => [
      'insert into challenges (user_id, challenge, session_id, expires_at) values ($1, $2, $3, $4)',
      [ada.id, key(), sessionId, at],
    ],
  },
  {
    table: 'sign_ins',
    keptMs: HOUR_MS,
    make: ({ ada, at }) => [
      `insert into sign_ins (user_id, token_hash, key_x, key_y, password_hash, challenge, created_at, expires_at)
       values ($1, $2, $3, $3, 'x', $3, $4, $4)`,
      [ada.id, hash(), key(), at],
    ],
  },
  {
    table: 'password_resets',
    keptMs: HOUR_MS,
    make: ({ ada, at }) => [
      'insert into password_resets (user_id, token_hash, created_at, expires_at) values ($1, $2, $3, $3)',
      [ada.id, hash(), at],
    ],
  },
  {
    table: 'email_proofs',
    keptMs: HOUR_MS,
    make: ({ at }) => ['insert into email_proofs (proof_key, code_hash, expires_at) values ($1, $1, $2)', [hash(), at]],
  },
  {
    table: 'alerts',
    keptMs: 365 * DAY_MS,
    make: ({ ada, at }) => [
      `insert into alerts (user_id, id, kind, subject_id, seq, facts, at) values ($1, $2, 'money-in', $2, 1, '{}', $3)`,
      [ada.id, id('alr'), at],
    ],
  },
  {
    table: 'alert_rounds',
    keptMs: 365 * DAY_MS,
    make: ({ at }) => ['insert into alert_rounds (id, began_at, ended_at) values ($1, $2, $2)', [id('bkn'), at]],
  },
  {
    // A newer alert took its place.
    table: 'sms_messages',
    keptMs: DAY_MS,
    make: ({ ada, at }) => [
      `insert into sms_messages (user_id, alert_id, state, provider, phone, text, parts, price_kobo, attempts, created_at, asked_at)
       values ($1, $2, 'sending', 'termii', '08031234567', 'Money in', 1, 600, 1, $3, $3)`,
      [ada.id, id('alr'), at],
    ],
  },
  {
    table: 'sms_code_counts',
    keptMs: DAY_MS,
    make: ({ at }) => [
      'insert into sms_code_counts (count_key, sent, window_started_at) values ($1, 1, $2)',
      [hash(), at],
    ],
  },
  {
    table: 'visitors',
    keptMs: DAY_MS,
    make: ({ at }) => [
      'insert into visitors (id, email, pass_hash, pass_expires_at, created_at) values ($1, $2, $3, $4, $4)',
      [id('vis'), `${key().toLowerCase()}@example.ng`, hash(), at],
    ],
  },
  {
    // The visitor was done.
    table: 'visitors',
    keptMs: DAY_MS,
    make: ({ at }) => [
      'insert into visitors (id, email, created_at) values ($1, $2, $3)',
      [id('vis'), `${key().toLowerCase()}@example.ng`, at],
    ],
  },
  {
    // Never sent.
    table: 'case_pictures',
    keptMs: DAY_MS,
    make: ({ ada, at }) => [
      `insert into case_pictures (user_id, id, width, height, image, created_at) values ($1, $2, 1, 1, 'RIFF........', $3)`,
      [ada.id, id('pic'), at],
    ],
  },
  {
    // Its report was closed.
    table: 'case_pictures',
    keptMs: 365 * DAY_MS,
    make: ({ ada, at }) => [
      `with report as (
         insert into cases (user_id, id, tracking_number, request_key, topic, status, status_at, created_at)
         values ($1, $2, $3, $4, 'other', 'closed', $6, $6::timestamptz - interval '9 days') returning user_id, id
       ), message as (
         insert into case_messages (user_id, case_id, seq, author, text, at, pictures)
         select user_id, id, 1, 'you', 'See here.', $6, 1 from report returning user_id, case_id
       )
       insert into case_pictures (user_id, id, case_id, seq, ordinal, width, height, image, created_at)
       select user_id, $5, case_id, 1, 0, 1, 1, 'RIFF........', $6::timestamptz - interval '9 days' from message`,
      [ada.id, id('cas'), trackingNumber(), key(), id('pic'), at],
    ],
  },
  {
    table: 'operator_links',
    keptMs: HOUR_MS,
    make: ({ at }) => [
      `insert into operator_links (id, token_hash, made_at, expires_at)
       values ($1, $2, $3::timestamptz - interval '1 minute', $3)`,
      [id('opl'), hash(), at],
    ],
  },
  {
    table: 'operator_challenges',
    keptMs: HOUR_MS,
    make: ({ at }) => [
      'insert into operator_challenges (challenge, expires_at) values ($1, $2)',
      [`${key()}${key()}`, at],
    ],
  },
  {
    table: 'operator_sessions',
    keptMs: 30 * DAY_MS,
    make: ({ at }) => [
      `with operator as (
         insert into operators (id, name, passphrase_hash, created_at, role, role_since)
         values ($1, $1, '$argon2id$none', $5, 'support', $5) returning id
       ), passkey as (
         insert into operator_passkeys
           (id, operator_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
         select $2, id, $4, $4, 0, '{}', false, 'Laptop', $5 from operator returning id, operator_id
       )
       insert into operator_sessions (id, operator_id, passkey_id, token_hash, created_at, touched_at, ended_at, ended_by)
       select $3, operator_id, id, $4, $5, $5, $5, 'sign-out' from passkey`,
      [id('opr'), id('opk'), id('ops'), hash(), at],
    ],
  },
  {
    table: 'sign_in_throttles',
    keptMs: DAY_MS,
    make: ({ at }) => [
      'insert into sign_in_throttles (account_key, failures, wait_until, last_try_at) values ($1, 1, $2, $2)',
      [hash(), at],
    ],
  },
  {
    table: 'bpc_wrong_codes',
    keptMs: DAY_MS,
    make: ({ ada, at }) => [
      'insert into bpc_wrong_codes (user_id, window_started_at, wrong) values ($1, $2, 1)',
      [ada.id, at],
    ],
  },
  {
    table: 'authenticators',
    keptMs: DAY_MS,
    make: ({ ada, at }) => [
      'insert into authenticators (user_id, secret_box, created_at) values ($1, $2, $3)',
      [ada.id, randomBytes(64), at],
    ],
  },
  {
    table: 'order_batches',
    keptMs: DAY_MS,
    make: ({ ada, at }) => [
      `insert into order_batches (user_id, id, kind, terms, challenge, rows, quote_ids, created_at, expires_at)
       values ($1, $2, 'airtime', 'terms', $3, '[]', array['quo_none'], $4, $4)`,
      [ada.id, id('bat'), key(), at],
    ],
  },
  {
    table: 'emails',
    keptMs: 30 * DAY_MS,
    make: ({ ada, at }) => [
      "insert into emails (id, user_id, kind, state, created_at, done_at) values ($1, $2, 'test', 'sent', $3, $3)",
      [id('mai'), ada.id, at],
    ],
  },
  {
    table: 'sessions',
    keptMs: 30 * DAY_MS,
    make: ({ ada, at }) => [
      `insert into sessions
         (user_id, id, device_id, token_hash, created_at, password_at, unlocked_at, last_seen_at, ended_at)
       values ($1, $2, $3, $4, $5, $5, $5, $5, $5)`,
      [ada.id, id('ses'), ada.deviceId, hash(), at],
    ],
  },
  {
    // Nobody ended it: it was good for 30 days.
    table: 'sessions',
    keptMs: 60 * DAY_MS,
    make: ({ ada, at }) => [
      `insert into sessions (user_id, id, device_id, token_hash, created_at, password_at, unlocked_at, last_seen_at)
       values ($1, $2, $3, $4, $5, $5, $5, $5)`,
      [ada.id, id('ses'), ada.deviceId, hash(), at],
    ],
  },
  {
    table: 'webhook_events',
    keptMs: 90 * DAY_MS,
    make: ({ at }) => [
      "insert into webhook_events (provider, event_key, about, reference, received_at) values ('paystack', $1, 'x', 'y', $2)",
      [key(), at],
    ],
  },
  {
    // Its device has ended, so it is removed with it.
    table: 'push_subscriptions',
    keptMs: 0,
    make: ({ ada, at }) => [
      `with ended as (
         insert into devices (user_id, id, key_x, key_y, created_at, revoked_at) values ($1, $2, $3, $3, $8, $8)
         returning user_id, id
       )
       insert into push_subscriptions (user_id, id, device_id, endpoint_hash, box, key_id, created_at)
       select user_id, $5, id, $6, $7, '0a1b2c3d', $4 from ended`,
      [ada.id, id('dev'), key(), at, id('psh'), hash(), Buffer.alloc(40), new Date(at.getTime() - 365 * DAY_MS)],
    ],
  },
  {
    table: 'devices',
    keptMs: 365 * DAY_MS,
    make: ({ ada, at }) => [
      'insert into devices (user_id, id, key_x, key_y, created_at, revoked_at) values ($1, $2, $3, $3, $4, $4)',
      [ada.id, id('dev'), key(), at],
    ],
  },
]

describe.each(featureDatabases)('what is outdated on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  let sessionId: string
  beforeAll(async () => {
    jara = await startJara(kind)
    ada = await fillWithLife(jara)
    const [row] = await jara.database.query<{ id: string }>('select id from sessions where user_id = $1', [ada.id])
    sessionId = row?.id ?? ''
  })
  afterAll(() => jara.close())

  const count = async (table: string) =>
    Number((await jara.database.query<{ count: bigint }>(`select count(*) as count from ${table}`))[0]?.count)

  it.each(KINDS)(
    'goes by itself, a moment after its time and not before it: $table',
    async ({ table, keptMs, make }) => {
      await jara.worker.runNow('purge-expired', 'all')
      const [before, now] = [await count(table), jara.clock.now()]
      await jara.database.query(...make({ ada, sessionId, at: new Date(now.getTime() - keptMs) }))
      await jara.worker.runNow('purge-expired', 'all')
      expect(await count(table)).toBe(before + 1)
      jara.clock.advance(1)
      await jara.worker.runNow('purge-expired', 'all')
      expect(await count(table)).toBe(before)
    },
  )

  it('goes by itself five minutes after it expired: what was offered and not taken', async () => {
    await ada.unlock()
    const { id: quoteId } = await ada.quote(10_000n)
    const isThere = async () =>
      (await jara.database.query('select 1 from quotes where id = $1', [quoteId])).length === 1
    jara.clock.advance(10 * 60_000)
    await jara.worker.runNow('purge-expired', 'all')
    expect(await isThere()).toBe(true)
    jara.clock.advance(1)
    await jara.worker.runNow('purge-expired', 'all')
    expect(await isThere()).toBe(false)
  })

  it('goes in portions, one right after the other until nothing is left', async () => {
    await jara.database.query(
      `insert into webhook_events (provider, event_key, about, reference, received_at)
       select 'paystack', 'old-' || n, 'x', 'y', '2020-01-01' from generate_series(1, 1201) as n`,
    )
    const left = async () => await count("webhook_events where event_key like 'old-%'")
    const now = jara.clock.now()
    expect(await purgeExpired(jara.deps.database, now)).toBe(true)
    expect(await left()).toBe(701)
    await jara.database.query("update jobs set due_at = $1 where kind = 'purge-expired'", [now])
    await jara.settle()
    expect(await left()).toBe(0)
    expect(await purgeExpired(jara.deps.database, now)).toBe(false)
  })

  it('is nothing of the books, of an order or of what it was approved with, however long ago', async () => {
    await jara.database.query('update devices set revoked_at = $1 where id = $2', [jara.clock.now(), ada.deviceId])
    // Only her approvals still refer to her device.
    await jara.database.query('delete from pins')
    await jara.database.query('update authenticators set confirmed_at = created_at')
    const before = (await contentOf(jara.database)).rows
    expect(before).toMatchObject({ devices: 1, orders: 3 })
    await purgeExpired(jara.deps.database, new Date(jara.clock.now().getTime() + 4_000 * DAY_MS))
    const after = (await contentOf(jara.database)).rows
    const gone = Object.keys(before).filter((table) => after[table] !== before[table])
    expect(PURGED_TABLES).toEqual(expect.arrayContaining(gone))
    expect(gone).not.toContain('devices')
    expect(gone).toContain('sessions')
    expect(await auditBooks(jara.database)).toEqual([])
    await jara.database.query('update devices set revoked_at = null')
  })
})

it('is tried of every kind that is removed', () => {
  const tried = new Set([...KINDS.map(({ table }) => table), 'quotes'])
  expect([...tried].sort()).toEqual([...PURGED_TABLES].sort())
})
