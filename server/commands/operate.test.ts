import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACTS } from '#contract/acts/acts.ts'
import { DAILY_LIMIT_PER_BPC_KOBO } from '#contract/constants.ts'
import { id } from '#tests/schema-constraints/specimen.ts'
import { bringIn, passphraseOf, runCommand } from '#tests/support/commands.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'

const [ADA, BAYO] = ['Ada Obi', 'Bayo Ade']
const USER = id('usr')

// The embedded database allows one process at a time; the commands behave the same there.
describe.runIf(featureDatabases.includes('postgres'))('npm run operate', () => {
  let fresh: FreshDatabase
  let env: Record<string, string>
  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
    env = { DATABASE_URL: fresh.url ?? '', JARA_SECRET: randomBytes(32).toString('hex') }
    await bringIn(env, ADA, BAYO)
    await fresh.database.query(
      `insert into users (id, email, full_name, password_hash, new_since, created_at)
       values ($1, 'chi@example.ng', 'Chi Eze', '$argon2id$v=19$', now(), now())`,
      [USER],
    )
  })
  afterAll(() => fresh.drop())

  const runBy = (by: string, ...args: string[]) => runCommand('operate', env, [...args, '--by', by], passphraseOf(by))
  const requestIn = (out: string) => out.match(/orq_\w+/)?.[0] ?? ''

  it('takes an act by two people, each of whom first reads what it does', async () => {
    const words = ['--customer', USER, '--daily', '50000', '--reason', 'Their number was used for scams.']
    const asked = await runBy(ADA, 'set-customer-limit', ...words)
    expect([asked.code, asked.out]).toEqual([0, expect.stringContaining(`Limit customer ${USER} to ₦50,000 a day.`)])
    expect(asked.out).toContain('npm run operate -- confirm orq_')
    const own = await runBy(ADA, 'confirm', requestIn(asked.out))
    expect([own.code, own.err]).toEqual([1, expect.stringContaining('this takes two different people')])
    const confirmed = await runBy(BAYO, 'confirm', requestIn(asked.out))
    expect([confirmed.code, confirmed.out]).toEqual([0, expect.stringContaining('A BPC does not raise it.')])
    expect(await fresh.database.query('select daily_kobo as "dailyKobo" from customer_limits')).toEqual([
      { dailyKobo: 5_000_000n },
    ])
  })

  it('keeps limits that are not named', async () => {
    const asked = await runBy(ADA, 'set-limits', '--daily', '310000')
    const [request] = await fresh.database.query<{ content: { daily: string; perBpc: string } }>(
      'select content from operator_requests where id = $1',
      [requestIn(asked.out)],
    )
    expect(request?.content).toMatchObject({ daily: '31000000', perBpc: `${DAILY_LIMIT_PER_BPC_KOBO}` })
  })

  it('takes an option that is a list more than once', async () => {
    const numbers = ['--numbers', '901', '--numbers', '902']
    const { code, err } = await runBy(ADA, 'close-differences', ...numbers, '--evidence', 'One line of the bank.')
    expect([code, err]).toEqual([1, expect.stringContaining('there is no open difference 901')])
  })

  it.each(['toString', 'add-operator', 'enrol-passkey', 'pause-kind --daily 5'])(
    'does nothing for "%s", and says what it can do',
    async (typed) => {
      const { code, out, err } = await runBy(ADA, ...typed.split(' '))
      expect([code, out]).toEqual([2, ''])
      expect(err).toMatch(typed.startsWith('pause-kind') ? /Unknown option '--daily'/ : /which act\? /)
      expect(err).toContain('npm run operate -- pause-kind --kind')
    },
  )

  it('names every act that can be asked for without typing a passphrase for somebody else', async () => {
    const { code, out } = await runCommand('operate', env, ['--help'])
    expect(code).toBe(0)
    const missing = Object.keys(ACTS).filter((act) => !out.includes(`npm run operate -- ${act} `))
    expect(missing.sort()).toEqual(['add-operator', 'enrol-passkey'])
  })
})
