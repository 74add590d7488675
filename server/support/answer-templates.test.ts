import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TemplateId } from '#contract/console/case-templates.ts'
import { formatNaira } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import type { CaseDetail } from '#contract/support.ts'
import { formatMoment } from '#contract/time.ts'
import { openedBy, readBy } from '#tests/support/cases.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Person } from '#tests/support/person.ts'
import { fillTemplateForCase, moveCase, showCase } from './operate-cases.ts'

describe.each(featureDatabases)('a template of an answer on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  beforeAll(async () => {
    jara = await startJara(kind)
    ada = await jara.person('Adaeze Canary Nwosu')
  })
  afterAll(async () => {
    await jara.close()
  })

  const by = async ({ trackingNumber }: CaseDetail) => ({
    uncheckedNumber: trackingNumber,
    operator: await operatorNamed(jara.database, 'Ngozi Eze'),
  })
  const fill = async (of: CaseDetail, template: TemplateId) =>
    await fillTemplateForCase(jara.deps, { ...(await by(of)), template })
  const answer = async (of: CaseDetail, uncheckedText: string, mark: string | null) =>
    await moveCase(jara.deps, { ...(await by(of)), move: 'answer', uncheckedText, mark })
  const last = async ({ id }: CaseDetail) => (await readBy(ada, id)).body.case.messages.at(-1)?.text

  /** A transfer that its provider has accepted, and a report about it that an operator has taken up. */
  async function pendingTransfer(amountKobo: bigint): Promise<{ order: Order; about: CaseDetail }> {
    await jara.sandbox.fault({ operation: 'transfer', fault: 'pending' })
    const { id } = await ada.withdraw(amountKobo)
    await jara.settle()
    const order = (await ada.call<{ order: Order }>('GET', `/api/orders/${id}`)).body.order
    const about = await openedBy(ada, { transactionId: order.transactionId })
    await moveCase(jara.deps, { ...(await by(about)), move: 'take' })
    return { order, about }
  }

  it('has the amount, state, reference and date of the database, and no name or number', async () => {
    const { order, about } = await pendingTransfer(243_100n)
    const { text } = await fill(about, 'state')
    expect(text).toBe(
      `Your Bank Transfer of ₦2,431.00 on ${formatMoment(order.createdAt)}, reference ${order.reference}, is Pending. ` +
        `${formatNaira(BigInt(order.totalKobo))} stays reserved in your wallet until we know whether it arrived.`,
    )
    expect((await showCase(jara.deps, await by(about))).templates).toEqual(['state', 'reference'])
  })

  it('is sent with other text around it while it is true', async () => {
    const { about } = await pendingTransfer(243_200n)
    const { text, mark } = await fill(about, 'state')
    await answer(about, `Good morning.\n\n${text}\n\nWe are sorry.`, mark)
    expect(await last(about)).toContain('₦2,432.00')
  })

  it('is refused once the order has changed, and then shows the current facts', async () => {
    const { order, about } = await pendingTransfer(243_300n)
    const { text, mark } = await fill(about, 'state')
    await jara.sandbox.decide(order.reference, 'success')
    await jara.settle()
    await expect(answer(about, text, mark)).rejects.toThrow(/the order has changed since its facts were inserted/)
    expect(await last(about)).toBe('My transfer is late.')
    expect((await showCase(jara.deps, await by(about))).status).toBe('in_progress')
    const now = await fill(about, 'completed')
    expect(now.text).toMatch(/^Your Bank Transfer of ₦2,433\.00 .* was completed on .* That is confirmed\.$/)
    await answer(about, now.text, now.mark)
    expect(await last(about)).toBe(now.text)
  })

  it('accepts no amount other than the order’s, however it is typed', async () => {
    const { about } = await pendingTransfer(243_400n)
    const { text, mark } = await fill(about, 'state')
    for (const typed of ['₦9,434.00', '₦ 24', '₦2,434.01']) {
      await expect(answer(about, `${text} Or ${typed}, maybe.`, mark)).rejects.toThrow(/is not an amount of this order/)
    }
    await answer(about, `${text} So ₦2,434, and no more.`, mark)
  })

  it('is not filled if it would not be true, or without an order', async () => {
    const { about } = await pendingTransfer(243_500n)
    for (const template of ['completed', 'money-back'] as const) {
      await expect(fill(about, template)).rejects.toThrow('so this template is not true of it')
    }
    const other = await openedBy(ada, { topic: 'other' })
    await expect(fill(other, 'reference')).rejects.toThrow('is about no order')
    expect((await showCase(jara.deps, await by(other))).templates).toEqual([])
  })

  it('leaves a line in the record of operators', async () => {
    const { about } = await pendingTransfer(243_600n)
    await fill(about, 'reference')
    const lines = await jara.database.query(
      "select after from operator_audit where act = 'fill-template' and subject = $1",
      [about.trackingNumber],
    )
    expect(lines).toEqual([{ after: JSON.stringify({ template: 'reference' }) }])
  })
})
