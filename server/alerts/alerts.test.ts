import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AlertsAnswer } from '#contract/alerts.ts'
import { naira } from '#contract/money.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { fundingOf } from '#tests/support/money-in.ts'
import type { Person } from '#tests/support/person.ts'

describe.each(featureDatabases)('what happens to money on %s', (kind) => {
  let jara: TestJara
  let ada: Person
  beforeAll(async () => {
    jara = await startJara(kind)
  })
  afterAll(() => jara.close())
  beforeEach(async () => {
    ada = await jara.person('Ada Obi')
    jara.clock.advance(1_000)
  })

  const inbox = async () => (await ada.call<AlertsAnswer>('GET', '/api/alerts')).body
  const titles = async () => (await inbox()).alerts.map(({ title }) => title)

  test('is in the inbox and in the mailbox of its owner, once, with where it leads', async () => {
    await ada.withdraw(naira(1_500))
    await jara.pass(10_000)
    const [newest] = (await inbox()).alerts
    expect(newest).toMatchObject({
      category: 'money',
      title: expect.stringMatching(/^You sent ₦1,500\.00 to /),
      path: expect.stringMatching(/^\/history\/txn_/),
      isSeen: false,
    })
    expect(newest?.body).toMatch(
      /^Your bank transfer of ₦1,500\.00 to .+ •••• \d{4} is completed\. With fees, ₦1,510\.00 left your wallet\. Not you\?/,
    )
    const mails = jara.emails(ada.email).filter(({ subject }) => subject.includes('You sent'))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('freeze your account at once')
    await jara.pass(60_000)
    expect(jara.emails(ada.email).filter(({ subject }) => subject.includes('You sent'))).toHaveLength(1)
  })

  test('that came in is told as well, and is seen once its owner looks', async () => {
    const { account } = await fundingOf(ada)
    await jara.sandbox.payIn({
      accountNumber: account?.accountNumber ?? '',
      amountKobo: '500000',
      senderName: 'CHIDI EZE',
    })
    await jara.settle()
    expect((await ada.wallet()).unseenAlerts).toBeGreaterThan(0)
    const { alerts } = await inbox()
    expect(alerts[0]?.title).toBe('₦5,000.00 came in')
    expect((await ada.call('POST', '/api/alerts/seen', { id: alerts[0]?.id })).status).toBe(204)
    expect((await ada.wallet()).unseenAlerts).toBe(0)
    expect((await inbox()).alerts.every(({ isSeen }) => isSeen)).toBe(true)
  })

  test('that its owner takes back makes no alert, and their PIN does', async () => {
    expect(await titles()).toContain('Your PIN was set')
  })

  test.each(['?cursor=x', '?category=weather', '?limit=51', '?limit=0'])('is refused with %s', async (query) => {
    expect((await ada.call('GET', `/api/alerts${query}`)).status).toBe(400)
  })
})
