import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { UserId } from '#contract/ids.ts'
import { auditBooks, expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { move, type TestLedger, testLedger } from '#tests/support/ledger.ts'
import { account } from './accounts.ts'

const ALERT = `alr_${'1'.repeat(35)}`
const LINE = `txn_${'1'.repeat(35)}`

describe.each(databaseKinds)('the audit of SMS on %s', (kind) => {
  let fresh: FreshDatabase
  let ledger: TestLedger
  let user: UserId
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    ledger = testLedger(fresh.database)
    user = ledger.newId('usr')
    await ledger.post({
      userId: user,
      kind: 'grant',
      movements: [move(account.sandboxEquity, account.available(user), 10_000)],
    })
  })
  afterEach(() => fresh.drop())

  const post = (amountKobo = 600, key = `sms:${ALERT}`) =>
    ledger.post({
      userId: user,
      kind: 'sms',
      key,
      subjectId: ALERT,
      movements: [move(account.available(user), account.revenueSms, amountKobo)],
    })
  /** The message and its history line, as they are written with the transfer. */
  async function write(over: { charged?: number; state?: string; told?: number } = {}): Promise<void> {
    const { charged = 600, told = -600 } = over
    await fresh.database.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query(
        `insert into sms_messages (user_id, alert_id, state, provider, parts, price_kobo, attempts, created_at, asked_at, done_at,
           provider_message_id, charged_kobo, transaction_id)
         values ($1, $2, 'sent', 'termii', 1, $3, 1, now(), now(), now(), '1', $3, $4)`,
        [user, ALERT, charged, LINE],
      )
      await tx.query(
        `insert into transactions (user_id, id, kind, title, amount_kobo, fee_kobo, duty_kobo, discount_kobo, status, search,
           created_at, updated_at)
         values ($1, $2, 'sms', 'SMS alert', $3, 0, 0, 0, 'completed', '', now(), now())`,
        [user, LINE, told],
      )
    })
  }
  const findings = async () => (await auditBooks(fresh.database)).map((each) => `${each.invariant} ${each.detail}`)

  it('is content with a message that was taken and charged', async () => {
    await write()
    await post()
    await expectBooksToBalance(fresh.database)
  })

  it('finds a charge for no message', async () => {
    await post()
    expect(await findings()).toEqual([`I10 alert ${ALERT}: 600 earned for an SMS that was not charged`])
  })

  it('finds a message that says it was charged, and was not', async () => {
    await write()
    expect(await findings()).toEqual([`I10 alert ${ALERT}: charged 600, and nothing is in the ledger`])
  })

  it('finds another amount, another key and a line that says something else', async () => {
    await write({ told: -500 })
    await post()
    expect(await findings()).toEqual([`I10 alert ${ALERT}: charged 600, and the history says -500`])
    await fresh.database.query('update transactions set amount_kobo = -600')
    await expectBooksToBalance(fresh.database)
    await fresh.database.query('update sms_messages set price_kobo = 500, charged_kobo = 500')
    expect(await findings()).toEqual([`I10 alert ${ALERT}: charged 500, of which 600 was taken and 600 earned`])
  })

  it('finds one under a key that is not the alert’s', async () => {
    await write()
    await post(600, 'another')
    expect(await findings()).toEqual([`I10 alert ${ALERT}: charged 600, of which 600 was taken and 600 earned`])
  })

  it('finds income from SMS that is no SMS at all', async () => {
    const movements = [move(account.available(user), account.revenueSms, 700)]
    await ledger.post({ userId: user, kind: 'grant', subjectId: 'something', movements })
    expect(await findings()).toEqual(['I10 alert something: 700 earned for an SMS that was not charged'])
  })
})
