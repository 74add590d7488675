import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUSH_ENDPOINT_MAX_LENGTH, PUSH_SUBSCRIPTIONS_MAX } from '#contract/push-limits.ts'
import { purgeExpired } from '#server/privacy/purge-expired.ts'
import { removePersonalRows } from '#server/privacy/remove-personal-rows.ts'
import { type Accounts, newBrowser, newPerson, type Person, startAccounts } from '#tests/support/accounts.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { alertFor, bodyOf, type PushWorld, readPush, startPushWorld, turnPushOn } from '#tests/support/push.ts'
import { readPushKeys } from './push-keys.ts'
import { sendPush } from './send-push.ts'

describe.each(featureDatabases)('push in a browser on %s', (kind) => {
  let fresh: FreshDatabase
  let accounts: Accounts
  let world: PushWorld
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    world = await startPushWorld(() => accounts.clock.now())
    accounts = await startAccounts(fresh.database, { SANDBOX_PORT: String(world.port) })
  })
  afterAll(async () => {
    await world.close()
    await fresh.drop()
  })
  const idsOf = async (person: Person) => (await readPush(person.browser)).subscriptions.map(({ id }) => id)
  const send = (person: Person) => sendPush(accounts.deps, alertFor(person))
  const received = async ({ id }: { id: string }) => (await world.control.pushMessages(id)).length
  const subscribe = (person: Person, body: object) => person.browser.send('POST', '/api/push', body)

  test('is turned on once, however often it is asked for, and is listed in our own words', async () => {
    const ada = await newPerson(accounts)
    const { id, there } = await turnPushOn(ada, world.control)
    expect(id).toMatch(/^psh_[0-9a-z]{35}$/)
    const again = await Promise.all(Array.from({ length: 5 }, () => subscribe(ada, bodyOf(there))))
    expect(again.map((each) => each.json().subscription.id)).toEqual(Array(5).fill(id))
    expect(await readPush(ada.browser)).toEqual({
      publicKey: expect.stringMatching(/^[\w-]{87}$/),
      subscriptions: [
        {
          id,
          browser: 'Chrome on Android',
          current: true,
          createdAt: accounts.clock.now().toISOString(),
          lastSentAt: null,
          endedAt: null,
        },
      ],
    })
  })

  test('is off for good once it is removed, by its owner alone', async () => {
    const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
    const { id } = await turnPushOn(ada, world.control)
    const stranger = await obi.browser.send('DELETE', `/api/push/${id}`)
    expect([stranger.statusCode, stranger.json().error.code]).toEqual([404, 'push.not-found'])
    expect((await ada.browser.send('DELETE', `/api/push/${id}`)).statusCode).toBe(204)
    expect((await ada.browser.send('DELETE', `/api/push/${id}`)).json().error.code).toBe('push.not-found')
    expect((await ada.browser.send('DELETE', '/api/push/anything')).json().error.code).toBe('push.not-found')
    expect(await send(ada)).toBe('off')
  })

  test('belongs to one account: who subscribes with the same browser takes it over', async () => {
    const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
    const { there } = await turnPushOn(ada, world.control)
    expect((await subscribe(obi, bodyOf(there))).statusCode).toBe(200)
    expect([(await idsOf(ada)).length, (await idsOf(obi)).length]).toEqual([0, 1])
    expect([await send(ada), await send(obi)]).toEqual(['off', 'sent'])
    expect(await received(there)).toBe(1)
  })

  test('belongs to one account also when two subscribe with the same browser at once', async () => {
    const people = await Promise.all([newPerson(accounts), newPerson(accounts)])
    const there = await world.control.subscribe((await readPush(people[0].browser)).publicKey)
    const answers = await Promise.all(people.map((each) => subscribe(each, bodyOf(there))))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await Promise.all(people.map(idsOf))).flat()).toHaveLength(1)
  })

  test(`is in ${PUSH_SUBSCRIPTIONS_MAX} browsers at most: the oldest makes room`, async () => {
    const ada = await newPerson(accounts)
    const ids: string[] = []
    for (let i = 0; i <= PUSH_SUBSCRIPTIONS_MAX; i++) {
      accounts.clock.advance(1_000)
      ids.push((await turnPushOn(ada, world.control)).id)
    }
    expect(await idsOf(ada)).toEqual(ids.slice(1))
  })

  test.each([
    [
      'an address of a browser without a push service',
      { endpoint: 'https://permanently-removed.invalid/fcm/send/a' },
      'push.no-service',
    ],
    [
      'an address of a push service that was switched off',
      { endpoint: 'https://android.googleapis.com/gcm/send/a' },
      'push.service-ended',
    ],
    ['an address inside our network', { endpoint: 'http://169.254.169.254/latest' }, 'push.service-unknown'],
    ['the control page of the sandbox', { endpoint: 'http://localhost:3001/control/reset' }, 'push.service-unknown'],
    [
      'an endless address',
      { endpoint: `https://fcm.googleapis.com/${'a'.repeat(PUSH_ENDPOINT_MAX_LENGTH)}` },
      'push.service-unknown',
    ],
    ['a key that is no point', { p256dh: `B${'A'.repeat(86)}` }, 'push.keys-invalid'],
    ['a short key', { p256dh: 'BAAA' }, 'push.keys-invalid'],
    ['a key with signs of its own', { p256dh: `B${'+'.repeat(86)}` }, 'push.keys-invalid'],
    ['a short secret', { auth: 'AAAA' }, 'push.keys-invalid'],
    ['a long secret', { auth: 'A'.repeat(23) }, 'push.keys-invalid'],
  ])('is not turned on with %s', async (_, over, code) => {
    const ada = await newPerson(accounts)
    const there = await world.control.subscribe((await readPush(ada.browser)).publicKey)
    const answer = await subscribe(ada, { ...bodyOf(there), ...over })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, code])
    expect(await idsOf(ada)).toEqual([])
  })

  test('needs an unlocked session', async () => {
    const ada = await newPerson(accounts)
    const { id, there } = await turnPushOn(ada, world.control)
    await ada.browser.send('POST', '/api/lock')
    const asked = [
      await ada.browser.send('GET', '/api/push'),
      await subscribe(ada, bodyOf(there)),
      await ada.browser.send('DELETE', `/api/push/${id}`),
    ]
    expect(asked.map(({ statusCode }) => statusCode)).toEqual([423, 423, 423])
    expect(await send(ada), 'the lock screen is what push is for').toBe('sent')
  })

  describe('ends', () => {
    const leftAfter = async (person: Person, end: () => Promise<unknown>) => {
      const { there } = await turnPushOn(person, world.control)
      await end()
      expect(await send(person)).toBe('off')
      expect(await received(there)).toBe(0)
      await purgeExpired(accounts.deps.database, new Date(accounts.clock.now().getTime() + 1))
      return await accounts.deps.database.query('select id from push_subscriptions where user_id = $1', [
        person.session.userId,
      ])
    }

    test('with a sign-out', async () => {
      const ada = await newPerson(accounts)
      expect(await leftAfter(ada, () => ada.browser.send('DELETE', '/api/sessions/current'))).toEqual([])
    })

    test('with a sign-in on another device', async () => {
      const ada = await newPerson(accounts)
      const other = await newBrowser(accounts)
      expect(await leftAfter(ada, () => other.signIn(ada.email))).toEqual([])
      expect((await readPush(other)).subscriptions).toEqual([])
    })

    test('with the next person who signs in in this browser', async () => {
      const [ada, obi] = [await newPerson(accounts), await newPerson(accounts)]
      expect(
        await leftAfter(ada, async () => {
          ada.browser.cookie = (await signedInOver(ada, obi)) ?? null
        }),
      ).toEqual([])
    })

    test('with a session that is ended from outside', async () => {
      const ada = await newPerson(accounts)
      const end = () =>
        accounts.deps.database.query('update sessions set ended_at = $2 where user_id = $1', [
          ada.session.userId,
          accounts.clock.now(),
        ])
      expect(await leftAfter(ada, end)).toEqual([])
    })

    test('with the account', async () => {
      const ada = await newPerson(accounts)
      const close = () => accounts.deps.database.transaction((tx) => removePersonalRows(tx, ada.session.userId))
      expect(await leftAfter(ada, close)).toEqual([])
    })
  })

  /** Another person signs in with the previous person's cookie. */
  async function signedInOver(before: Person, next: Person): Promise<string | null> {
    next.browser.cookie = before.browser.cookie
    await next.browser.signIn(next.email)
    return next.browser.cookie
  }

  test('stays through a lock, and through a new sign-in on the same device', async () => {
    const ada = await newPerson(accounts)
    const { id } = await turnPushOn(ada, world.control)
    await ada.browser.signIn(ada.email)
    await purgeExpired(accounts.deps.database, new Date(accounts.clock.now().getTime() + 1))
    expect(await idsOf(ada)).toEqual([id])
    expect(await send(ada)).toBe('sent')
  })

  test('has one pair of keys, whoever makes it first', async () => {
    await fresh.database.query('delete from push_keys')
    const made = await Promise.all(Array.from({ length: 4 }, () => readPushKeys(accounts.deps)))
    expect(new Set(made.map(({ publicKey, privateKey }) => publicKey + privateKey)).size).toBe(1)
  })

  test('leaves nothing readable in the database', async () => {
    const ada = await newPerson(accounts)
    const { there } = await turnPushOn(ada, world.control)
    const keys = await readPushKeys(accounts.deps)
    const [dump] = await fresh.database.query<{ text: string }>(
      `select (select string_agg(t::text, ' ') from push_subscriptions t) || (select string_agg(t::text, ' ') from push_keys t) as text`,
    )
    const hex = (text: string) => Buffer.from(text).toString('hex')
    for (const secret of [there.endpoint, there.keys.auth, there.keys.p256dh, keys.privateKey]) {
      expect(dump?.text).not.toContain(secret)
      expect(dump?.text).not.toContain(hex(secret))
    }
    expect(accounts.logLines.join('')).not.toContain('/push/s/')
  })
})
