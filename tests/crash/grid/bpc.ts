import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import type { UserId } from '#contract/ids.ts'
import { TRANSPORT_FAULTS } from '#sandbox/faults.ts'
import { receiveBankTransfer } from '#sandbox/paystack/inbound.ts'
import { broughtKobo } from '#sandbox/state.ts'
import { scheduleRecurringJobs } from '#server/job-handlers.ts'
import { readBalances } from '#server/ledger/balances.ts'
import { findCharges, issueOf } from '#server/payments/bpc/bpc-charges.ts'
import { quoteBpc } from '#server/payments/kinds/bpc/quote-bpc.ts'
import { approveOrder } from '#server/payments/orders/approving/approve-order.ts'
import { findOrdersOfQuotes } from '#server/payments/orders/order.ts'
import { requestOf } from '#tests/support/session-request.ts'
import { type Answer, answersOf, type Case, type Column, type Scene } from './column.ts'
import { bookedKobo } from './deposit.ts'

const MORE_KOBO = 12_345n

/** Everything the sandbox's Paystack can do with a purchase's account number and the payments into it. */
const answers: Answer[] = [
  { name: 'paid exactly', faults: [] },
  { name: 'paid more', faults: [], variant: 'more' },
  { name: 'paid less', faults: [], variant: 'less' },
  { name: 'never paid', faults: [], variant: 'nothing' },
  ...answersOf('paystack', 'charge', [...TRANSPORT_FAULTS, 'decline']),
  ...answersOf('paystack', 'payments', ['timeout', 'down', 'cut-json']),
  ...answersOf('paystack', 'payment-verify', [...TRANSPORT_FAULTS, 'pending', 'not-found-then-success']),
]

/** A BPC paid by bank transfer into an account number of its own. */
export const bpc: Column = {
  name: 'BPC',
  answers,
  steps: ['before the purchase', 'before the account number', 'before the code', 'after the code'],
  points: 51,
  idleWork: ['roll-up', 'purge-expired', 'issue-account', 'notify-alarms', 'statement-alerts'],
  open: (scene) => bpcCase(scene),
}

async function bpcCase({ jara, ada, answer }: Scene): Promise<Case> {
  const { database, world } = jara
  const userId = ada.id as UserId
  const form = { kind: 'bpc', fullName: 'Ada Obi', email: ada.email, payWith: 'transfer' } as const
  const quote = await quoteBpc(jara.deps, userId, form)
  const codes = async () =>
    (await database.query("select 1 from bpc_codes where user_id = $1 and kind = 'bought'", [userId])).length
  const before = { ...(await readBalances(database, userId)), codes: await codes() }
  const orderNow = async () => (await findOrdersOfQuotes(database, [quote]))[0]
  const paidKobo =
    { more: BPC_PRICE_KOBO + MORE_KOBO, less: BPC_PRICE_KOBO - MORE_KOBO, nothing: 0n }[answer.variant ?? ''] ??
    BPC_PRICE_KOBO
  let reference: string | null = null

  const deposits = () =>
    database.query<{ id: string }>('select id from deposits where reference = $1', [reference ?? ''])
  const isDelivered = answer.variant === undefined || answer.variant === 'more'

  return {
    async begin(deps) {
      await approveOrder(deps, await requestOf(jara, ada), { quoteId: quote.id })
      await scheduleRecurringJobs(deps.database, deps.clock.now())
    },
    /** The buyer pays as soon as the account number is shown. */
    async outside() {
      const order = await orderNow()
      if (reference !== null || paidKobo === 0n || order === undefined || order.state !== 'awaiting_payment') return
      const issued = world.state.accounts.get(issueOf(await findCharges(database, order))?.accountNumber ?? '')
      if (issued === undefined) return
      const transfer = { account: issued, amountKobo: paidKobo, senderName: 'ADA', narration: null }
      reference = receiveBankTransfer(world, transfer).reference
    },
    async isAtRest() {
      const order = await orderNow()
      if (order === undefined || order.state === 'awaiting_payment') return false
      return reference === null || (await deposits()).length > 0
    },
    async step() {
      const order = await orderNow()
      if (order === undefined) return 'before the purchase'
      if (order.state !== 'awaiting_payment') return 'after the code'
      return issueOf(await findCharges(database, order)) === null ? 'before the account number' : 'before the code'
    },
    async wrong() {
      const order = await orderNow()
      const found = await deposits()
      const isPaid = reference !== null
      const isBought = isPaid && isDelivered
      const inWalletKobo = isPaid ? paidKobo - (isBought ? BPC_PRICE_KOBO : 0n) : 0n
      const { availableKobo, heldKobo } = await readBalances(database, userId)
      const payment = world.state.payments.get(reference ?? '')
      const facts: [string, unknown, unknown][] = [
        ['state', order?.state, isBought ? 'settled' : 'expired'],
        ['codes', (await codes()) - before.codes, isBought ? 1 : 0],
        ['deposits', found.length, isPaid ? 1 : 0],
        ['available', availableKobo, before.availableKobo + inWalletKobo],
        ['held', heldKobo, before.heldKobo],
        [
          'what the ledger says came in',
          -(await bookedKobo(database, found[0]?.id ?? '')),
          payment === undefined ? 0n : broughtKobo(payment),
        ],
      ]
      return facts
        .filter(([, is, wanted]) => is !== wanted)
        .map(([what, is, wanted]) => `${what}: ${is}, not ${wanted}`)
    },
  }
}
