import { expect } from 'vitest'
import { kobo } from '#contract/money.ts'
import { DAY_MS } from '#contract/time.ts'
import { listExceptions } from '#server/controls/reconciliation/list-exceptions.ts'
import type { ListedException } from '#server/controls/reconciliation/open-difference.ts'
import { closeException, requestClosing } from '#server/controls/reconciliation/operate-exceptions.ts'
import { type Report, reconcile, restoredOf } from '#server/controls/reconciliation/reconcile.ts'
import type { Deps } from '#server/deps.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import type { IncomingPayment, TransferFacts } from '#server/providers/payments/payment-provider.ts'
import type { TestJara } from './jara.ts'
import { fundingOf } from './money-in.ts'
import { operatorNamed } from './operators.ts'
import { type Person, RECIPIENT } from './person.ts'
import { bending } from './providers.ts'
import { airtime } from './purchases.ts'
import { openStops } from './stops.ts'

/** References in our format, for orders that no database here has. */
export const ELSEWHERE = `ord_${'e15ewhere'.padEnd(35, '0')}`
export const LOST = `ord_${'105t'.padEnd(35, '0')}`

/** Helpers for comparing our books with the providers', using the product and buyer of the moment. */
export function comparing(here: () => { readonly jara: TestJara; readonly ada: Person }) {
  /** Compares the last day. `over` replaces providers with lying ones. */
  async function compare(over: Partial<Deps> = {}, to: Date | 'now' = 'now'): Promise<Report> {
    const { jara } = here()
    const from = new Date(jara.clock.now().getTime() - DAY_MS)
    const [stop] = await openStops(jara)
    return await reconcile({ ...jara.deps, ...over }, { from, to }, restoredOf(stop))
  }

  /** The open exceptions, as `kind reference difference`. */
  async function open(): Promise<string[]> {
    const found = await listExceptions(here().jara.database, false)
    return found.map((each) => `${each.kind} ${each.reference} ${each.differenceKobo}`)
  }

  async function onlyOpen(): Promise<ListedException> {
    const [first, ...others] = await listExceptions(here().jara.database, false)
    expect(others).toEqual([])
    if (first === undefined) throw new Error('nothing differs')
    return first
  }

  /** One operator proposes it, another confirms. */
  async function close(found: ListedException, reference = '', by = 'Ada Obi', confirmedBy = 'Bayo Ade') {
    const { deps, database } = here().jara
    const request = await askToClose(found, reference, by)
    return await closeException(deps, { request, by: await operatorNamed(database, confirmedBy) })
  }

  async function askToClose(found: ListedException, uncheckedReference = '', by = 'Ada Obi') {
    const { deps, database } = here().jara
    const id = await requestClosing(deps, {
      uncheckedNumber: `${found.number}`,
      uncheckedEvidence: "the provider's statement of the day",
      uncheckedReference,
      by: await operatorNamed(database, by),
    })
    return await readRequest(deps, id, ['close-difference'])
  }

  async function payIn(amountKobo = '250000'): Promise<void> {
    const { jara, ada } = here()
    const { account } = await fundingOf(ada)
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo })
  }

  const newestPayment = () => [...here().jara.world.state.payments.keys()].at(-1) ?? ''

  /** Sends a transfer with our key that no order asked for, or under the reference that an order would use. */
  async function sendElsewhere(reference: string, amountKobo = 100_000n): Promise<void> {
    const { payments } = here().jara
    const recipient = await payments.createRecipient({ name: 'Some Body', ...RECIPIENT })
    if (recipient.outcome !== 'succeeded') throw new Error('no recipient')
    const { recipientCode } = recipient.value
    await payments.sendTransfer({ reference, recipientCode, amountKobo: kobo(amountKobo), reason: 'elsewhere' })
  }

  /** Providers whose lists lack some lines or have others. */
  const lyingAbout = {
    transfers(change: (lines: TransferFacts[]) => TransferFacts[]): Partial<Deps> {
      const { jara } = here()
      const { payments } = jara
      const listTransfers: typeof payments.listTransfers = async (page) => {
        const answer = await payments.listTransfers(page)
        if (answer.outcome !== 'succeeded') return answer
        return { ...answer, value: { ...answer.value, transfers: change(answer.value.transfers) } }
      }
      return bending(jara, { payments: { listTransfers } })
    },
    payments(change: (lines: IncomingPayment[]) => IncomingPayment[]): Partial<Deps> {
      const { jara } = here()
      const { payments } = jara
      const listPayments: typeof payments.listPayments = async (page) => {
        const answer = await payments.listPayments(page)
        if (answer.outcome !== 'succeeded') return answer
        return { ...answer, value: { ...answer.value, payments: change(answer.value.payments) } }
      }
      return bending(jara, { payments: { listPayments } })
    },
  }

  /** A day with some of everything: paid, failed, delivered, failed at the provider, and money in. */
  async function aDay(): Promise<{ settled: string }> {
    const { jara, ada } = here()
    await compare()
    await payIn()
    const settled = await ada.withdraw(150_000n)
    await ada.buy(airtime())
    await jara.pass(3_000)
    await jara.sandbox.fault({ operation: 'transfer', fault: 'decline' })
    await ada.withdraw(200_000n)
    await jara.pass(3_000)
    return { settled: settled.id }
  }

  return { aDay, askToClose, close, compare, lyingAbout, newestPayment, onlyOpen, open, payIn, sendElsewhere }
}
