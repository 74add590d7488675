import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { id } from '#tests/schema-constraints/specimen.ts'
import { bringIn, passphraseOf, runCommand } from '#tests/support/commands.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'

const [ADA, BAYO] = ['Ada Obi', 'Bayo Ade']
const EMAIL = 'chi@example.ng'
const USER = id('usr')

// The embedded database allows one process at a time; the commands behave the same there.
describe.runIf(featureDatabases.includes('postgres'))('npm run limits', () => {
  let fresh: FreshDatabase
  let env: Record<string, string>
  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
    env = { DATABASE_URL: fresh.url ?? '', JARA_SECRET: randomBytes(32).toString('hex') }
    await bringIn(env, ADA, BAYO)
    await fresh.database.query(
      `insert into users (id, email, full_name, password_hash, new_since, created_at)
       values ($1, $2, 'Chi Eze', '$argon2id$v=19$', now(), now())`,
      [USER, EMAIL],
    )
  })
  afterAll(() => fresh.drop())

  const runBy = (by: string, ...args: string[]) => runCommand('limits', env, [...args, '--by', by], passphraseOf(by))
  const requestIn = (out: string) => out.match(/orq_\w+/)?.[0] ?? ''
  const amounts = async () =>
    await fresh.database.query('select daily_kobo as "dailyKobo" from customer_limits order by number')

  it('limits one customer and ends it, each by two people who read it first', async () => {
    const reason = ['--reason', 'Their number was used for scams.']
    const high = await runBy(ADA, 'set', '--email', EMAIL, '--daily', '500000', ...reason)
    expect([high.code, high.err]).toEqual([1, expect.stringContaining('give less than their limit of ₦500,000 a day')])
    const asked = await runBy(ADA, 'set', '--email', EMAIL, '--daily', '50000', ...reason)
    expect([asked.code, asked.out]).toEqual([0, expect.stringContaining(`Limit customer ${USER} to ₦50,000 a day.`)])
    const own = await runBy(ADA, 'confirm', requestIn(asked.out))
    expect([own.code, own.err]).toEqual([1, expect.stringContaining('this takes two different people')])
    const confirmed = await runBy(BAYO, 'confirm', requestIn(asked.out))
    expect([confirmed.code, confirmed.out]).toEqual([0, expect.stringContaining('A BPC does not raise it.')])
    const end = await runBy(BAYO, 'set', '--user', USER, '--daily', 'none', ...reason)
    expect(end.out).toContain(`End the limit of ₦50,000 a day of customer ${USER}.`)
    expect((await runBy(ADA, 'confirm', requestIn(end.out))).code).toBe(0)
    expect(await amounts()).toEqual([{ dailyKobo: 5_000_000n }, { dailyKobo: null }])
  })

  it.each(['', 'toString', 'constructor', 'lift', 'set --unknown x'])(
    'does nothing for "%s", and says what it can do',
    async (typed) => {
      const { code, out, err } = await runBy(ADA, ...typed.split(' '))
      expect([code, out]).toEqual([2, ''])
      expect(err).toMatch(typed.startsWith('set') ? /Unknown option '--unknown'/ : /set or confirm\?/)
      expect(err).toContain('npm run limits -- set --user')
    },
  )
})
