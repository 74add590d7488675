import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AccountEvent } from '#contract/account-events.ts'
import type { Me } from '#contract/accounts.ts'
import type { CustomerAnswer } from '#contract/console/customers.ts'
import { FREEZES_A_DAY_MAX } from '#contract/console/limits.ts'
import type { DecisionOptions } from '#contract/console/operators.ts'
import type { ProposalsAnswer } from '#contract/console/proposals.ts'
import { DAY_MS } from '#contract/time.ts'
import { atConsole, type ConsolePerson } from '#tests/support/console.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { close, emptyWallet } from '#tests/support/leaving.ts'
import { setFrozen } from '#tests/support/passkeys.ts'
import { PASSWORD, type Person } from '#tests/support/person.ts'
import { confirmPath, lookAtRequest, proposeAt, signShown } from '#tests/support/proposals.ts'

const REASON = 'Three tips about a stolen telephone.'
const FREEZES = '/api/admin/freezes'
const UNFREEZINGS = '/api/admin/unfreezings'
const AT_ONCE = 20

describe.each(featureDatabases)('a freeze by an operator, on %s', (kind) => {
  let jara: TestJara
  let sola: ConsolePerson
  let rita: ConsolePerson
  let mary: ConsolePerson
  let customer: Person

  beforeAll(async () => {
    jara = await startJara(kind)
    mary = await atConsole(jara, 'Mary Manager')
    sola = await atConsole(jara, 'Sola Support', { role: 'support', confirmedBy: mary.operator })
    rita = await atConsole(jara, 'Rita Risk', { role: 'risk', confirmedBy: mary.operator })
  })
  beforeEach(async () => {
    customer = await jara.person('Bola Customer')
  })
  afterAll(() => jara.close())

  const asked = (heading: string, reason = REASON) => ({ whose: customer.id, heading, reason })
  const freeze = async (by: ConsolePerson, heading: string) =>
    await by.browser.decide(by.authenticator, FREEZES, asked(heading))
  /** The customer's own view, with only the heading of our team's freeze. */
  async function me() {
    const { frozen, frozenByTeam } = (await customer.call<Me>('GET', '/api/me')).body
    return { frozen, frozenByTeam: frozenByTeam?.heading ?? null }
  }
  const events = async () =>
    (await customer.call<{ events: AccountEvent[] }>('GET', '/api/account-events')).body.events.map(
      ({ kind: of }) => of,
    )
  const approve = async () => (await customer.approve(await customer.quote(150_000n))).body
  const seen = async (by = rita) =>
    (await by.browser.send('GET', `/api/admin/customers/${customer.id}`)).json<CustomerAnswer>()
  async function lift() {
    await customer.call('POST', '/api/sessions/current/password', { password: PASSWORD })
    return await setFrozen(customer, false)
  }
  async function propose(by = sola) {
    return await proposeAt(by, UNFREEZINGS, { whose: customer.email, reason: 'They showed their passport.' })
  }
  async function confirm(id: string, by: ConsolePerson) {
    return await by.browser.send('POST', confirmPath(id), signShown(await lookAtRequest(by, id), by))
  }
  async function lastLine(act: string) {
    const [line] = await jara.database.query<{ subject: string; reason: string | null; after: string }>(
      'select subject, reason, after from operator_audit where act = $1 order by number desc limit 1',
      [act],
    )
    return { ...line, after: JSON.parse(line?.after ?? '{}') }
  }

  it('is signed as the customer reads it, takes effect at once, and no payment leaves', async () => {
    const looked = (await rita.browser.send('POST', `${FREEZES}/options`, asked('safety'))).json<DecisionOptions>()
    expect(looked.terms).toBe(
      [
        `Do this: Freeze money out of the account of the customer ${customer.id}, at once.`,
        'The customer reads: “Our team has frozen your account to protect it. Your money is safe and money still comes in. Payments you approved before continue. Nothing else can be paid or bought from your wallet. Only our team can lift this. Check your devices and passkeys under Security, change your password, and write to our support.”',
        `Reason: ${REASON}`,
      ].join('\n'),
    )
    const quote = await customer.quote(150_000n)
    expect((await freeze(rita, 'safety')).statusCode).toBe(204)
    const { error } = (await customer.approve(quote)).body
    expect([error.code, error.message]).toEqual([
      'money-out.frozen-by-team',
      'Our team has frozen your account. No money has left and your money is safe. Security says why, and what you can do next.',
    ])
    expect((await customer.wallet()).heldKobo).toBe('0')
    expect(await me()).toMatchObject({ frozen: false, frozenByTeam: 'safety' })
    const { subject, reason, after } = await lastLine('freeze-customer')
    expect([subject, reason, after.heading, after.signed.terms]).toEqual([customer.id, REASON, 'safety', looked.terms])
  })

  it('notifies the customer in the app and by email, with the heading and never the reason or a name', async () => {
    await freeze(rita, 'review')
    await jara.settle()
    expect(await events()).toContain('frozen-for-review')
    const [email] = jara.emails(customer.email)
    expect(email?.subject).toBe('Jara: our team has frozen your account')
    expect(email?.text).toContain('while we check it')
    expect(email?.text).not.toContain('/freeze#')
    const told = (await customer.call<Me>('GET', '/api/me')).body.frozenByTeam
    expect(told?.title).toBe('Our team has frozen your account while we check it')
    for (const each of [email?.text, JSON.stringify(told), JSON.stringify(await events())])
      for (const hidden of [REASON, 'Rita', 'investigat']) expect(each).not.toContain(hidden)
  })

  it('is refused to an operator who has frozen as many in a day as one may, while another one goes on', async () => {
    const zainab = await atConsole(jara, 'Zainab Zealous', { role: 'risk', confirmedBy: mary.operator })
    const had = async (count: number, at: Date) =>
      await jara.database.query(
        `insert into operator_audit (at, operator_id, role, act, subject)
         select $1, $2, 'risk', 'freeze-customer', 'usr_of_a_test' from generate_series(1, $3::int)`,
        [at, zainab.operator.id, count],
      )
    const now = jara.clock.now()
    await had(1, new Date(now.getTime() - DAY_MS))
    await had(FREEZES_A_DAY_MAX - 1, now)
    expect((await freeze(zainab, 'safety')).statusCode).toBe(204)
    customer = await jara.person('Chika Customer')
    const refused = await freeze(zainab, 'safety')
    expect([refused.statusCode, refused.body]).toEqual([409, expect.stringContaining('Ask another operator.')])
    expect(await me()).toMatchObject({ frozenByTeam: null })
    expect((await lastLine('freeze-customer')).subject).not.toBe(customer.id)
    expect((await freeze(rita, 'safety')).statusCode).toBe(204)
  })

  it.each([
    ['support', () => sola, { wish: 204, safety: 409, review: 409 }],
    ['risk', () => rita, { wish: 204, safety: 204, review: 204 }],
    ['manager', () => mary, { wish: 204, safety: 204, review: 204 }],
  ] as const)('is made by %s for the reasons of that role alone', async (_, by, allowed) => {
    for (const [heading, status] of Object.entries(allowed)) {
      customer = await jara.person('Bola Customer')
      expect([heading, (await freeze(by(), heading)).statusCode]).toEqual([heading, status])
      expect((await me()).frozenByTeam).toBe(status === 204 ? heading : null)
    }
  })

  it('is refused without a reason, and with a passkey that signed another heading or customer', async () => {
    const noReason = await rita.browser.send('POST', `${FREEZES}/options`, asked('safety', 'why'))
    expect([noReason.statusCode, noReason.json().error.code]).toEqual([409, 'operator.refused'])
    const { challenge, options } = (
      await rita.browser.send('POST', `${FREEZES}/options`, asked('wish'))
    ).json<DecisionOptions>()
    const signed = { challenge, passkey: rita.authenticator.get(options.challenge) }
    const other = await jara.person()
    const tried = [
      await rita.browser.send('POST', FREEZES, asked('wish')),
      await rita.browser.send('POST', FREEZES, { ...asked('review'), ...signed }),
      await rita.browser.send('POST', FREEZES, { ...asked('wish'), whose: other.id, ...signed }),
      await mary.browser.send('POST', FREEZES, { ...asked('wish'), ...signed }),
    ]
    expect(tried.map(({ statusCode }) => statusCode)).toEqual([400, 403, 403, 403])
    expect((await me()).frozenByTeam).toBeNull()
  })

  it('is made once, however many operators try at once', async () => {
    const bodies = []
    for (let each = 0; each < AT_ONCE; each++) {
      const by = each % 2 === 0 ? rita : mary
      const path = `${FREEZES}/options`
      const { challenge, options } = (await by.browser.send('POST', path, asked('safety'))).json<DecisionOptions>()
      bodies.push({ by, body: { challenge, passkey: by.authenticator.get(options.challenge) } })
    }
    const answers = await Promise.all(
      bodies.map(({ by, body }) => by.browser.send('POST', FREEZES, { ...asked('safety'), ...body })),
    )
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    for (const status of statuses) expect([204, 403, 409]).toContain(status)
    expect((await events()).filter((of) => of === 'frozen-for-safety')).toHaveLength(1)
  })

  it('at the owner’s wish is lifted by the owner like their own', async () => {
    await freeze(sola, 'wish')
    expect((await approve()).error.code).toBe('money-out.frozen-by-team')
    expect((await lift()).status).toBe(204)
    expect(await me()).toMatchObject({ frozen: false, frozenByTeam: null })
    expect((await approve()).order).toBeDefined()
  })

  it.each(['safety', 'review'])('for %s is not lifted by the owner, nor by closing the account', async (heading) => {
    await emptyWallet(jara, customer)
    await setFrozen(customer, true)
    await freeze(rita, heading)
    expect((await lift()).body.error.code).toBe('money-out.frozen-by-team')
    expect((await close(customer)).body.error.code).toBe('account.frozen-by-team')
    expect(await me()).toMatchObject({ frozen: true, frozenByTeam: heading })
  })

  it('for another reason replaces one at the owner’s wish, which stays as the owner’s own', async () => {
    await freeze(sola, 'wish')
    const id = await propose()
    expect((await freeze(rita, 'safety')).statusCode).toBe(204)
    expect(await me()).toMatchObject({ frozen: true, frozenByTeam: 'safety' })
    const void_ = await mary.browser.send('POST', `${confirmPath(id)}/options`)
    expect(void_.json().error.message).toBe('This freeze was lifted or replaced since: look at the customer again.')
    expect((await freeze(rita, 'review')).statusCode).toBe(409)
    expect((await freeze(sola, 'wish')).statusCode).toBe(409)

    expect((await confirm(await propose(), mary)).statusCode).toBe(204)
    expect(await me()).toMatchObject({ frozen: true, frozenByTeam: null })
    expect((await approve()).error.code).toBe('money-out.frozen')
    expect((await lift()).status).toBe(204)
  })

  it('is lifted by two, once, and shows the second what it was and what is open', async () => {
    await customer.withdraw(150_000n)
    await freeze(rita, 'safety')
    expect((await seen()).frozenByTeam).toMatchObject({ heading: 'safety', by: 'Rita Risk', liftWaits: false })
    const id = await propose()
    expect((await seen()).frozenByTeam).toMatchObject({ liftWaits: true })
    expect((await approve()).error.code).toBe('money-out.frozen-by-team')
    const looked = await lookAtRequest(mary, id)
    expect(looked.summary).toContain(`Lift the freeze of the customer ${customer.id}, made by Rita Risk on `)
    expect(looked.summary).toMatch(/, Lagos time: Protecting the account\.$/)
    expect(looked.effects[0]).toBe('They can pay and buy from the wallet again at once.')
    expect(looked.details).toEqual(
      expect.arrayContaining([
        { label: 'Frozen by', value: 'Rita Risk' },
        { label: 'Why, in their words', value: REASON },
        { label: 'Open orders', value: expect.stringMatching(/^1, /) },
      ]),
    )
    for (const by of [sola, rita, mary]) {
      const { proposals } = (await by.browser.send('GET', '/api/admin/proposals')).json<ProposalsAnswer>()
      const mine = proposals.find((each) => each.id === id)
      expect([by.operator.name, mine?.mayConfirm]).toEqual([by.operator.name, by !== sola])
    }
    expect((await confirm(id, mary)).statusCode).toBe(204)
    expect((await mary.browser.send('POST', `${confirmPath(id)}/options`)).statusCode).toBe(409)
    expect(await me()).toMatchObject({ frozen: false, frozenByTeam: null })
    await jara.pass(3_000)
    expect(await events()).toContain('unfrozen-by-team')
    expect(jara.emails(customer.email).map(({ subject }) => subject)).toContain('Jara: our team has lifted its freeze')
    expect((await approve()).order).toBeDefined()
    const { reason, after } = await lastLine('unfreeze-customer')
    expect([reason, after.customer]).toEqual(['They showed their passport.', customer.id])
  })

  it('says before the signature that the owner’s own freeze stays, and a change meanwhile voids what was shown', async () => {
    await freeze(rita, 'safety')
    const id = await propose()
    const shown = await lookAtRequest(mary, id)
    await setFrozen(customer, true)
    expect((await mary.browser.send('POST', confirmPath(id), signShown(shown, mary))).statusCode).toBe(409)
    const { effects } = await lookAtRequest(mary, id)
    expect(effects[0]).toMatch(/^Its owner has frozen it as well, since .+\. That stays until they lift it\.$/)
    expect((await me()).frozenByTeam).toBe('safety')
  })

  it('is the only one that operators lift: what its owner froze is theirs', async () => {
    await setFrozen(customer, true)
    const answer = await sola.browser.send('POST', `${UNFREEZINGS}/options`, { whose: customer.id, reason: REASON })
    expect(answer.json().error.message).toBe(
      'No operator has frozen this account: what its owner froze, only they lift.',
    )
  })

  it('is lifted by nobody alone, whatever the program believes', async () => {
    await freeze(rita, 'safety')
    const alone = jara.database.query(
      `update users set operator_freeze_id = null, operator_frozen_at = null, operator_freeze_heading = null
       where id = $1`,
      [customer.id],
    )
    await expect(alone).rejects.toMatchObject({ code: 'JO050' })
  })

  it('of fifty approvals sent beside it each comes before it or is refused, and none comes after', async () => {
    const quotes = await Promise.all(Array.from({ length: 50 }, () => customer.quote(10_000n)))
    const freezing = freeze(rita, 'safety')
    const answers = await Promise.all(quotes.map((quote) => customer.approve(quote)))
    expect((await freezing).statusCode).toBe(204)
    const refused = answers.filter(({ status }) => status !== 201)
    for (const { body } of refused) expect(body.error.code).toBe('money-out.frozen-by-team')
    const accepted = BigInt(answers.length - refused.length)
    expect((await customer.wallet()).heldKobo).toBe(String(accepted * 11_000n))
    expect((await approve()).error.code).toBe('money-out.frozen-by-team')
    await jara.pass(3_000)
  })
})
