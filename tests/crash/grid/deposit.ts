import type { UserId } from '#contract/ids.ts'
import { TRANSPORT_FAULTS } from '#sandbox/faults.ts'
import { receiveBankTransfer } from '#sandbox/paystack/inbound.ts'
import { broughtKobo } from '#sandbox/state.ts'
import { receiveHint } from '#server/deposits/webhooks/receive-hint.ts'
import { scheduleRecurringJobs } from '#server/job-handlers.ts'
import { account } from '#server/ledger/accounts.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { paymentSubject } from '#server/outbox/jobs/payment-job.ts'
import { exactly } from '#tests/support/exactly.ts'
import { type Answer, answersOf, type Case, type Column, type Scene } from './column.ts'

/** Everything the sandbox's Paystack can answer about an incoming payment. */
const answers: Answer[] = [
  { name: 'found by asking', faults: [] },
  { name: 'told by a webhook', faults: [], variant: 'webhook' },
  ...answersOf('paystack', 'payments', [...TRANSPORT_FAULTS, 'decline']),
  ...answersOf('paystack', 'payment-verify', [...TRANSPORT_FAULTS, 'decline', 'pending', 'not-found-then-success']),
]

/** A bank transfer into a customer's own account number. */
export const deposit: Column = {
  name: 'deposit',
  answers,
  steps: ['before it is seen', 'before it is credited', 'after it is credited'],
  points: 38,
  idleWork: ['roll-up', 'purge-expired', 'issue-account', 'order', 'notify-alarms', 'statement-alerts'],
  oneIn: 4,
  open: (scene) => depositCase(scene),
}

async function depositCase({ jara, ada, answer, number }: Scene): Promise<Case> {
  const { database, world } = jara
  const userId = ada.id as UserId
  const [own] = await database.query<{ number: string }>(
    'select account_number as number from funding_accounts where user_id = $1',
    [userId],
  )
  const issued = world.state.accounts.get(own?.number ?? '')
  if (issued === undefined) throw new Error('no account number was issued')
  const before = await readBalances(database, userId)
  const amountKobo = 10_000n + BigInt(number)
  const { reference } = receiveBankTransfer(world, { account: issued, amountKobo, senderName: 'ADA', narration: null })
  const payment = () => world.state.payments.get(reference)
  const deposits = () =>
    database.query<{ id: string; state: string; amount: bigint }>(
      'select id, state, amount_kobo as amount from deposits where reference = $1',
      [reference],
    )
  return {
    async begin(deps) {
      if (answer.variant !== 'webhook') return await scheduleRecurringJobs(deps.database, deps.clock.now())
      await receiveHint(deps, 'paystack', {
        about: 'payment',
        reference: exactly(reference),
        eventKey: exactly(`charge.success:${reference}`),
      })
    },
    outside: async () => undefined,
    isAtRest: async () => (await deposits()).length > 0,
    async step() {
      if ((await deposits()).length > 0) return 'after it is credited'
      const seen = await database.query("select 1 from jobs where kind = 'payment' and subject_id = $1", [
        paymentSubject({ provider: 'paystack', reference }),
      ])
      return seen.length > 0 ? 'before it is credited' : 'before it is seen'
    },
    async wrong() {
      const [found, ...more] = await deposits()
      const received = payment()
      const { availableKobo } = await readBalances(database, userId)
      const booked = await bookedKobo(database, found?.id ?? '')
      const facts: [string, unknown, unknown][] = [
        ['further deposits', more.length, 0],
        ['state', found?.state, 'credited'],
        ['amount', found?.amount, amountKobo],
        ['available', availableKobo, before.availableKobo + amountKobo],
        ['what the ledger says came in', -booked, received === undefined ? 0n : broughtKobo(received)],
      ]
      return facts
        .filter(([, is, wanted]) => is !== wanted)
        .map(([what, is, wanted]) => `${what}: ${is}, not ${wanted}`)
    },
  }
}

/** What was posted to the provider's float for a deposit, kobo: negative for money in. */
export async function bookedKobo(database: Scene['jara']['database'], depositId: string): Promise<bigint> {
  const [row] = await database.query<{ kobo: bigint }>(
    `select coalesce(sum(e.amount), 0)::bigint as kobo
     from ledger_transfers t join ledger_entries e on e.user_id = t.user_id and e.transfer_id = t.id
     where t.subject_id = $1 and e.account_id = $2`,
    [depositId, account.providerFloat('paystack')],
  )
  return row?.kobo ?? 0n
}
