import { afterEach, describe, expect, it } from 'vitest'
import { migrate, readMigrations } from '#server/platform/db/migrate.ts'
import { databaseKinds, emptyDatabase, type FreshDatabase } from '#tests/support/databases.ts'

/** Kind, reference and detail as the version before wrote them, and the kind afterwards. */
const STORED = [
  ['transfer-differs', 'a-currency', 'the currency', 'currency-differs'],
  ['transfer-differs', 'a-recipient', 'the account number', 'recipient-differs'],
  ['transfer-differs', 'an-amount', 'the amount: ₦1,500.00 here, ₦2,000.00 there', 'transfer-differs'],
  ['deposit-differs', 'a-state', '₦1,500.00, sent_back here, and in the list', 'deposit-state-differs'],
  [
    'deposit-differs',
    'a-charge',
    '₦1,500.00 with a charge of ₦10.00 here, ₦1,500.00 with a charge of ₦12.00 there',
    'deposit-fee-differs',
  ],
  [
    'deposit-differs',
    'another-amount',
    '₦1,500.00 with a charge of ₦10.00 here, ₦1,600.00 with a charge of ₦10.00 there',
    'deposit-differs',
  ],
  ['purchase-differs', 'a-cost', 'the cost: ₦97.00 here, ₦98.00 there', 'purchase-cost-differs'],
  [
    'purchase-differs',
    'twice',
    'delivered there a second time: ord_1 is settled under another reference',
    'paid-twice',
  ],
  [
    'purchase-differs',
    'open',
    'pending there a second time: ord_2 is unknown under another reference',
    'state-differs',
  ],
  ['purchase-differs', 'a-phone', 'the phone number', 'purchase-differs'],
  ['fee-differs', 'a-fee', 'a fee of ₦10.00 here, ₦12.00 there', 'fee-differs'],
] as const

describe.each(databaseKinds)('differences that an earlier version stored, on %s', (kind) => {
  let fresh: FreshDatabase
  afterEach(() => fresh.drop())

  it('get the kind of their own detail, and keep what two people said of them', async () => {
    fresh = await emptyDatabase(kind)
    const { database } = fresh
    await migrate(
      database,
      readMigrations().filter(({ id }) => id < '0042'),
    )
    for (const [place, [kindBefore, reference, detail]] of STORED.entries())
      await database.query(
        `insert into reconciliation_exceptions
           (provider, kind, reference, number, detail, difference_kobo, found_at, seen_at, closed_at, closed_by, evidence)
         values ('paystack', $1, $2, $3, $4, -200, $5, $5, $5, 'reconciliation', 'both agree')`,
        [kindBefore, reference, place + 1, detail, new Date('2026-11-20T09:00:00Z')],
      )
    const evidence = async () =>
      await database.query('select number, detail, closed_at, evidence from reconciliation_exceptions order by number')
    const before = await evidence()
    await migrate(database)
    const kinds = await database.query<{ kind: string }>('select kind from reconciliation_exceptions order by number')
    expect(kinds.map((row) => row.kind)).toEqual(STORED.map(([, , , kindAfter]) => kindAfter))
    expect(await evidence()).toEqual(before)
  })
})
