import { DEPOSIT_STATES, type DepositState } from '#server/deposits/deposit-machine.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf, issueForeignAccount, postWebhook } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'
import { buyByTransfer, payInto } from '#tests/support/purchases.ts'
import { agree, signInBoth, type Team } from './team.ts'

const STRAYS = ['less', 'more', 'second', 'late']
/** A purchase's account number accepts money for less than this, ms. */
const PURCHASE_IS_OVER_MS = 3 * 60 * 60_000

/** Deposits of every kind: credited, set aside, recalled before or after, given again; right or wrong for purchases. */
export async function makeDeposits(jara: TestJara, team: Team, owner: Person): Promise<void> {
  const own = (await fundingOf(owner)).account?.accountNumber ?? ''
  await payIn(jara, own)
  await jara.sandbox.decidePayment(await payIn(jara, own), 'reversed')
  await payIn(jara, await issueForeignAccount(jara))
  await jara.sandbox.decidePayment(await payIn(jara, await issueForeignAccount(jara)), 'reversed')
  await jara.settle()
  await giveAgain(jara, team, owner)
  await payForPurchases(jara, owner)
  await reject(jara, owner)
}

/** Returns its reference. */
async function payIn(jara: TestJara, accountNumber: string): Promise<string> {
  await jara.sandbox.payIn({ accountNumber, amountKobo: '70000' })
  await jara.settle()
  return [...jara.world.state.payments.values()].at(-1)?.reference ?? ''
}

/** Recalled by the bank and given again: two operators credit one again, the other still waits for them. */
async function giveAgain(jara: TestJara, team: Team, owner: Person): Promise<void> {
  const own = (await fundingOf(owner)).account?.accountNumber ?? ''
  const references = [await payIn(jara, own), await payIn(jara, own)]
  for (const reference of references) {
    for (const status of ['reversed', 'success'] as const) {
      await jara.sandbox.decidePayment(reference, status)
      await jara.settle()
      await jara.worker.runNow('payment', `paystack ${reference}`)
    }
  }
  const [deposit] = await jara.database.query<{ id: string }>('select id from deposits where reference = $1', [
    references[0],
  ])
  await signInBoth(team)
  const proof = 'The bank confirmed in writing that it gave it again.'
  await agree(team, '/api/admin/credits', { deposit: deposit?.id, customer: owner.id, proof })
}

async function payForPurchases(jara: TestJara, owner: Person): Promise<void> {
  const order = await buyByTransfer(jara, owner)
  for (const amountKobo of [100_000n, 700_000n, 650_000n]) {
    await payInto(jara, order, amountKobo)
    await jara.settle()
  }
  const late = await buyByTransfer(jara, owner)
  jara.clock.advance(PURCHASE_IS_OVER_MS)
  await jara.settle()
  await payInto(jara, late)
  await jara.settle()
}

/** The provider reports that it sent back a payment for a purchase. */
async function reject(jara: TestJara, owner: Person): Promise<void> {
  const [row] = await jara.database.query<{ code: string }>(
    'select customer_code as code from funding_accounts where user_id = $1',
    [owner.id],
  )
  const bank_transfer = { amount: '650000', message: 'x', message_type: 'y', transaction_id: '7' }
  const data = { bank_transfer, customer: { customer_code: row?.code } }
  await postWebhook(jara, JSON.stringify({ event: 'bank.transfer.rejected', data }))
}

/** States that no payment is in, and kinds of stray payment that have not occurred. */
export async function missingDeposits({ database }: Pick<TestJara, 'database'>): Promise<string[]> {
  const rows = await database.query<{ state: string; stray: string | null }>('select state, stray from deposits')
  const states = (Object.keys(DEPOSIT_STATES) as DepositState[]).filter((state) => state !== 'unseen')
  return [
    ...states.filter((state) => !rows.some((row) => row.state === state)).map((state) => `no deposit is ${state}`),
    ...STRAYS.filter((why) => !rows.some((row) => row.stray === why)).map((why) => `no deposit strayed: ${why}`),
  ]
}
