import type { BeneficiariesAnswer } from '#contract/beneficiaries.ts'
import { newKey } from '#tests/support/cases.ts'
import { airtime, PHONE } from '#tests/support/purchases.ts'
import { provedVisitor } from '#tests/support/visitors.ts'
import { answered, bought, type Source } from './text-sources.ts'

let number = 0

/** What people type themselves. */
export const TYPED_BY_PEOPLE: readonly Source[] = [
  {
    what: 'the name of a seller’s customer',
    instead: 'refused',
    tooLong: 'refused',
    feed: async ({ ada }, text) =>
      await answered(
        ada.call('POST', '/api/customers', { name: text, phone: PHONE }),
        ({ customer }: { customer: { name: string } }) => [customer.name],
      ),
  },
  {
    what: 'the note about a seller’s customer',
    instead: null,
    tooLong: 'refused',
    feed: async ({ ada }, text) =>
      await answered(
        ada.call('POST', '/api/customers', { name: `Customer ${++number}`, phone: PHONE, note: text }),
        ({ customer }: { customer: { note: string | null } }) => [customer.note],
      ),
  },
  {
    what: 'whom a purchase is sold to',
    instead: null,
    tooLong: 'refused',
    feed: async (life, text) =>
      await bought(
        life,
        airtime({ phone: `0803${2_000_000 + ++number}`, sale: { customerName: text, priceKobo: '110000' } }),
        (_, order) => [order.sale?.customerName ?? null],
      ),
  },
  {
    what: 'a line of a seller’s list',
    instead: null,
    tooLong: 'refused',
    async feed({ ada }, text) {
      const rows = [{ phone: PHONE, network: 'mtn', amountKobo: '50000', customerName: text, priceKobo: '60000' }]
      const asked = ada.call('POST', '/api/batches', { kind: 'airtime', rows })
      return await answered(asked, ({ batch }: { batch: { rows: { customerName: string | null }[] } }) => [
        batch.rows[0]?.customerName || null,
      ])
    },
  },
  {
    what: 'the name of a saved number',
    instead: null,
    tooLong: 'refused',
    async feed(life, text) {
      const { ada } = life
      const list = async () =>
        (await ada.call<BeneficiariesAnswer>('GET', '/api/beneficiaries?kind=phone')).body.beneficiaries
      if ((await list()).length === 0) await bought(life, airtime(), () => [])
      const [saved] = await list()
      return await answered(
        ada.call('PATCH', `/api/beneficiaries/${saved?.id}`, { name: text }),
        ({ beneficiary }: { beneficiary: { name: string | null } }) => [beneficiary.name],
      )
    },
  },
  {
    what: 'the name of a passkey',
    instead: 'refused',
    tooLong: 'refused',
    feed: async ({ ada, passkeyId }, text) =>
      await answered(
        ada.call('PATCH', `/api/passkeys/${passkeyId}`, { name: text }),
        ({ passkey }: { passkey: { name: string } }) => [passkey.name],
      ),
  },
  {
    what: 'a report of somebody who is not signed in',
    instead: 'refused',
    tooLong: 'refused',
    async feed({ jara }, text) {
      const visitor = await provedVisitor(jara)
      return await answered(visitor.report({ text }), (body: { case: { messages: { text: string }[] } }) => [
        body.case.messages[0]?.text.replaceAll('\n', ' ') ?? null,
      ])
    },
  },
  {
    what: 'a report, and a message in one',
    instead: 'refused',
    tooLong: 'refused',
    async feed({ ada, caseId }, text) {
      const asked = ada.call('POST', `/api/cases/${caseId}/messages`, { key: newKey(), text })
      return await answered(asked, (body: { case: { messages: { text: string }[] } }) => [
        body.case.messages.at(-1)?.text.replaceAll('\n', ' ') ?? null,
      ])
    },
  },
]
