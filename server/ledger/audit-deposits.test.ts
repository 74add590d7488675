import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DepositId, UserId } from '#contract/ids.ts'
import { auditBooks, expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { move, type TestLedger, testLedger } from '#tests/support/ledger.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import { account, HOUSE } from './accounts.ts'

const FLOAT = account.providerFloat('paystack')
const AMOUNT_KOBO = 70_000
const FEE_KOBO = 350
const CREDITED_AT = new Date('2026-11-21T11:00:00Z')

describe.each(databaseKinds)('the audit of deposits on %s', (kind) => {
  let fresh: FreshDatabase
  let ledger: TestLedger
  let user: UserId
  let deposit: DepositId
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    ledger = testLedger(fresh.database)
    user = ledger.newId('usr')
    deposit = ledger.newId('dep')
  })
  afterEach(() => fresh.drop())

  /** Writes only the deposit's row: the test posts its ledger transfers. */
  async function writeDeposit(
    state: string,
    owner: UserId | null = user,
    agreed = { amountKobo: `${AMOUNT_KOBO}` },
  ): Promise<void> {
    const request = state === 'restored' ? ledger.newId('orq') : null
    const people = state === 'credited_by_operators' ? [CREDITED_AT, 'Ada Obi', 'Bayo Ade'] : [null, null, null]
    await fresh.database.transaction(async (tx) => {
      // Works without an agreement of two operators, or with one by unknown operators.
      await tx.query('set local session_replication_role = replica')
      if (request !== null)
        await tx.query(
          `insert into operator_requests (id, act, subject, content, requested_by, requested_at, expires_at, confirmed_by, confirmed_at)
           values ($1, 'credit-deposit', $2, $3, $4, now(), now() + interval '1 hour', $5, now())`,
          [request, deposit, JSON.stringify({ ...agreed, customer: owner }), ledger.newId('opr'), ledger.newId('opr')],
        )
      await tx.query(
        `insert into deposits (provider, provider_transaction_id, id, user_id, reference, state, amount_kobo,
           provider_fee_kobo, created_at, credited_at, credited_by, confirmed_by, restored_by_request)
         values ('paystack', $1, $1, $2, $1, $3, $4, $5, now(), $6, $7, $8, $9)`,
        [deposit, owner, state, AMOUNT_KOBO, FEE_KOBO, ...people, request],
      )
    })
  }
  /** Two operators agreed to credit it with this amount. */
  async function agree(amountKobo = AMOUNT_KOBO): Promise<void> {
    const [ada, bayo] = [
      await operatorNamed(fresh.database, 'Ada Obi'),
      await operatorNamed(fresh.database, 'Bayo Ade'),
    ]
    const content = { customer: user, amountKobo: String(amountKobo) }
    await fresh.database.query(
      `insert into operator_requests (id, act, subject, content, requested_by, requested_at, expires_at, confirmed_by, confirmed_at)
       values ($1, 'credit-deposit', $2, $3, $4, $6, $6::timestamptz + interval '1 hour', $5, $6)`,
      [ledger.newId('orq'), deposit, JSON.stringify(content), ada.id, bayo.id, CREDITED_AT],
    )
  }
  // provider:paystack:float → destination 700.00, expense:paystack → provider:paystack:float 3.50
  async function arrive(kind: 'deposit' | 'quarantine', to: string, amountKobo = AMOUNT_KOBO): Promise<void> {
    await ledger.post({
      userId: kind === 'quarantine' ? HOUSE : user,
      kind,
      subjectId: deposit,
      movements: [move(FLOAT, to, amountKobo), move(account.expense('paystack'), FLOAT, FEE_KOBO)],
    })
  }
  async function leave(): Promise<void> {
    const movements = [move(account.available(user), FLOAT, AMOUNT_KOBO)]
    await ledger.post({ userId: user, kind: 'recall', subjectId: deposit, movements })
  }
  const floatIs = (books: number, explained: number) =>
    `I10 account ${FLOAT}: stands at ${books}, orders and deposits make ${explained}`
  const findings = async () => (await auditBooks(fresh.database)).map((each) => `${each.invariant} ${each.detail}`)

  it('is content with a credited deposit', async () => {
    await writeDeposit('credited')
    await arrive('deposit', account.available(user))
    await expectBooksToBalance(fresh.database)
  })

  it('is content with a quarantined deposit', async () => {
    await writeDeposit('quarantined', null)
    await arrive('quarantine', account.suspenseIn)
    await expectBooksToBalance(fresh.database)
  })

  async function creditByOperators(): Promise<void> {
    await writeDeposit('credited_by_operators')
    await arrive('quarantine', account.suspenseIn)
    const movements = [move(account.suspenseIn, account.available(user), AMOUNT_KOBO)]
    await ledger.post({ userId: user, kind: 'deposit', subjectId: deposit, movements })
  }

  it('is content with a deposit that operators credited out of quarantine', async () => {
    await creditByOperators()
    await agree()
    await expectBooksToBalance(fresh.database)
  })

  it.each([
    ['nobody agreed to', () => undefined],
    ['they agreed to with another amount', () => agree(AMOUNT_KOBO + 1)],
  ])('finds a deposit credited by operators that %s', async (_, agreed) => {
    await creditByOperators()
    await agreed()
    expect(await findings()).toEqual([`I12 deposits ${deposit}: no two operators agreed to this (credit-deposit)`])
  })

  it('is content with a recalled deposit', async () => {
    await writeDeposit('recalled')
    await arrive('deposit', account.available(user))
    await leave()
    await expectBooksToBalance(fresh.database)
  })

  it('finds a credited deposit without a transfer', async () => {
    await writeDeposit('credited')
    expect(await findings()).toEqual([
      `I5 deposit ${deposit}: credited with 0 transfers of kind deposit`,
      floatIs(0, -69_650),
    ])
  })

  it('finds money credited for a deposit that never was', async () => {
    await arrive('deposit', account.available(user))
    expect(await findings()).toEqual([`I5 deposit ${deposit}: has transfers and does not exist`, floatIs(-69_650, 0)])
  })

  it('finds one kobo more than arrived', async () => {
    await writeDeposit('credited')
    await arrive('deposit', account.available(user), AMOUNT_KOBO + 1)
    expect(await findings()).toEqual([
      `I5 deposit ${deposit}: of 70000, its transfers bring 70001`,
      floatIs(-69_651, -69_650),
    ])
  })

  it('finds a deposit credited to somebody else', async () => {
    const other = ledger.newId('usr')
    await writeDeposit('credited', other)
    await arrive('deposit', account.available(user))
    expect(await findings()).toEqual([`I5 deposit ${deposit}: of ${other}, credited to ${user}`])
  })

  it('finds a deposit that is both credited and in quarantine', async () => {
    await writeDeposit('credited')
    await arrive('deposit', account.available(user))
    await arrive('quarantine', account.suspenseIn)
    expect(await findings()).toEqual([
      `I5 deposit ${deposit}: credited with 1 transfers of kind quarantine`,
      floatIs(-139_300, -69_650),
    ])
  })

  it('finds a recall that the deposit does not know', async () => {
    await writeDeposit('credited')
    await arrive('deposit', account.available(user))
    await leave()
    expect(await findings()).toEqual([
      `I5 deposit ${deposit}: credited with 1 transfers of kind recall`,
      floatIs(350, -69_650),
    ])
  })

  it('is content with a recall that left a debt, and with what repaid it', async () => {
    await writeDeposit('recalled')
    await arrive('deposit', account.available(user))
    const spent = [move(account.available(user), 'equity:sandbox', 30_000)]
    await ledger.post({ userId: user, kind: 'grant', movements: spent })
    const movements = [move(account.available(user), FLOAT, 40_000), move(account.debt(user), FLOAT, 30_000)]
    await ledger.post({ userId: user, kind: 'recall', subjectId: deposit, movements })
    await ledger.post({
      userId: user,
      kind: 'grant',
      movements: [move('equity:sandbox', account.available(user), 30_000)],
    })
    const repaid = [move(account.available(user), account.debt(user), 30_000)]
    await ledger.post({ userId: user, kind: 'repay', subjectId: deposit, movements: repaid })
    await expectBooksToBalance(fresh.database)
  })

  it('is content with a deposit that the bank took out of quarantine', async () => {
    await writeDeposit('sent_back', null)
    await arrive('quarantine', account.suspenseIn)
    const movements = [move(account.suspenseIn, FLOAT, AMOUNT_KOBO)]
    await ledger.post({ userId: HOUSE, kind: 'recall', subjectId: deposit, movements })
    await expectBooksToBalance(fresh.database)
  })

  /** Credited once more: provider float → user available. */
  async function giveAgain(to: UserId, amountKobo = AMOUNT_KOBO): Promise<void> {
    const movements = [move(FLOAT, account.available(to), amountKobo)]
    await ledger.post({ userId: to, kind: 'restore', subjectId: deposit, movements })
  }

  it('is content with a deposit that was recalled, given again, and credited once more', async () => {
    await writeDeposit('restored')
    await arrive('deposit', account.available(user))
    await leave()
    await giveAgain(user)
    await expectBooksToBalance(fresh.database)
  })

  it('finds one credited once more that two operators agreed to for another amount', async () => {
    await writeDeposit('restored', user, { amountKobo: '1' })
    await arrive('deposit', account.available(user))
    await leave()
    await giveAgain(user)
    expect(await findings()).toEqual([`I5 deposit ${deposit}: no two operators agreed to credit it once more`])
  })

  it('finds one credited once more that the bank never took back, to somebody else, or by another amount', async () => {
    const other = ledger.newId('usr')
    await writeDeposit('restored')
    await arrive('deposit', account.available(user))
    await giveAgain(other, AMOUNT_KOBO - 1)
    expect(await findings()).toEqual([
      `I5 deposit ${deposit}: restored with 0 transfers of kind recall`,
      `I5 deposit ${deposit}: of ${user}, credited once more to ${other}`,
      `I5 deposit ${deposit}: of 70000, 69999 credited once more`,
      expect.stringMatching(/^I10 account/),
    ])
  })

  it('finds a credit that the deposit does not know', async () => {
    await writeDeposit('recalled')
    await arrive('deposit', account.available(user))
    await leave()
    await giveAgain(user)
    expect(await findings()).toContain(`I5 deposit ${deposit}: recalled with 1 transfers of kind restore`)
  })

  it('finds a recall of one kobo too little', async () => {
    await writeDeposit('recalled')
    await arrive('deposit', account.available(user))
    const movements = [move(account.available(user), FLOAT, AMOUNT_KOBO - 1)]
    await ledger.post({ userId: user, kind: 'recall', subjectId: deposit, movements })
    expect(await findings()).toEqual([`I5 deposit ${deposit}: of 70000, its recall took 69999`, floatIs(349, 350)])
  })

  it('finds a recall from a user who was not credited', async () => {
    const other = ledger.newId('usr')
    await writeDeposit('recalled')
    await arrive('deposit', account.available(user))
    const movements = [move(account.debt(other), FLOAT, AMOUNT_KOBO)]
    await ledger.post({ userId: other, kind: 'recall', subjectId: deposit, movements })
    expect(await findings()).toEqual([`I5 deposit ${deposit}: recalled from ${other}, not from ${user}`])
  })
})
