import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { payOutByHand } from '#sandbox/paystack/dashboard.ts'
import { buildSandbox } from '#sandbox/server.ts'
import { createWorld, type World } from '#sandbox/world.ts'
import { testClock } from '#tests/support/clock.ts'
import { bringIn, passphraseOf, runCommand } from '#tests/support/commands.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'

const [ADA, BAYO] = ['Ada Obi', 'Bayo Ade']

// The embedded database allows one process at a time; the commands behave the same there.
describe.runIf(featureDatabases.includes('postgres'))('the commands of operators about the books', () => {
  let fresh: FreshDatabase
  let world: World
  let sandbox: ReturnType<typeof buildSandbox>
  let env: Record<string, string>
  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
    world = createWorld({ clock: testClock(), randomBytes, stateFile: null, webhookUrl: null })
    sandbox = buildSandbox(world)
    const url = await sandbox.listen({ port: 0, host: 'localhost' })
    env = {
      DATABASE_URL: fresh.url ?? '',
      PAYSTACK_BASE_URL: `${url}/paystack`,
      VTPASS_BASE_URL: `${url}/vtpass/api`,
      JARA_SECRET: randomBytes(32).toString('hex'),
    }
    await bringIn(env, ADA, BAYO)
    await fresh.database.query(
      `insert into payment_suspensions (id, reason, detail, stopped_at) values ('stp_1', 'books', 'I2: one kobo', now())`,
    )
  })
  afterAll(async () => {
    await sandbox.close()
    await fresh.drop()
  })

  const run = (name: 'books' | 'reconcile', ...args: string[]) => runCommand(name, env, args)
  const runBy = (by: string, name: 'books' | 'reconcile', ...args: string[]) =>
    runCommand(name, env, [...args, '--by', by], passphraseOf(by))
  const requestIn = (out: string) => out.match(/orq_\w+/)?.[0] ?? ''

  it('say what is stopped, check every row, and let money out again for two people', async () => {
    const status = await run('books', 'status')
    expect([status.code, status.out]).toEqual([
      0,
      expect.stringMatching(/stopped \(books\) since .* stp_1: I2: one kobo/),
    ])
    expect(await run('books', 'check')).toMatchObject({ code: 0, out: 'the books add up\n' })
    const nobody = await run('books', 'resume')
    expect([nobody.code, nobody.err]).toEqual([1, expect.stringContaining('refused: who does this?')])
    const stranger = await runCommand('books', env, ['resume', '--by', 'Chidi Obi'], passphraseOf('Chidi Obi'))
    expect([stranger.code, stranger.err]).toEqual([1, expect.stringContaining('no operator has this name')])

    const asked = await runBy(ADA, 'books', 'resume')
    expect([asked.code, asked.out]).toEqual([0, expect.stringContaining('nothing is done yet')])
    const alone = await runBy(ADA, 'books', 'confirm', requestIn(asked.out))
    expect([alone.code, alone.err]).toEqual([1, expect.stringContaining('two different people')])
    expect((await run('books', 'status')).out).toContain('stopped (books)')
    const done = await runBy(BAYO, 'books', 'confirm', requestIn(asked.out))
    expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/because: I2: one kobo\nmoney out goes on\n$/) })
    expect(await fresh.database.query('select lifted_by, confirmed_by from payment_suspensions')).toEqual([
      { lifted_by: ADA, confirmed_by: BAYO },
    ])
  })

  async function closeForTwo(number: string) {
    const asked = await runBy(ADA, 'reconcile', 'close', number, 'the statement')
    expect([asked.code, asked.out]).toEqual([0, expect.stringContaining('npm run reconcile -- confirm orq_')])
    expect((await runBy(ADA, 'reconcile', 'confirm', requestIn(asked.out))).code).toBe(1)
    return await runBy(BAYO, 'reconcile', 'confirm', requestIn(asked.out))
  }

  it('compare with the providers, list what differs, and close it for two people', async () => {
    const first = await run('reconcile')
    expect([first.code, first.out]).toEqual([0, '0 lines: 0 matched, 0 on the way, 0 differences, 0 new\n'])
    // Made by hand in the provider's dashboard, a moment ago by the sandbox world's clock.
    payOutByHand(world, { amount: 4_400n, currency: 'NGN', reference: null })
    payOutByHand(world, { amount: 5_000n, currency: 'USD', reference: null })
    const [naira, dollars] = [...world.state.dashboardTransfers.values()].map(({ code }) => code)
    const compared = await run('reconcile', '--from', '2026-11-20')
    expect([compared.code, compared.out]).toEqual([
      1,
      expect.stringContaining(
        [
          '0 lines: 0 matched, 0 on the way, 1 difference, 1 new',
          '2 lines not ours, moving -50.00 USD, -₦44.00:',
          `    paystack ${dollars}: -50.00 USD, success`,
          `    paystack ${naira}: -₦44.00, success`,
        ].join('\n'),
      ),
    ])
    const byHand = await run('reconcile', 'exceptions')
    expect(byHand.out).toContain(`not-ours  paystack transfer:${naira}  -₦44.00`)
    await closeForTwo(byHand.out.split(' ')[0] ?? '')
    await fresh.database.query('update provider_opening_balances set own_kobo = own_kobo + 1')
    expect((await run('reconcile')).code).toBe(1)
    const { out } = await run('reconcile', 'exceptions')
    expect(out).toContain('balance-differs  paystack')
    expect(out).toContain('2 open')
    const number = out.split(' ')[0] ?? ''
    const closed = await closeForTwo(number)
    expect([closed.code, closed.out]).toEqual([0, expect.stringContaining('evidence: the statement')])
    expect((await run('reconcile', 'exceptions')).out).toContain('1 open')
  })

  it('filter what differs, show both sides, and close several together for two people', async () => {
    payOutByHand(world, { amount: 80_000n, currency: 'NGN', reference: 'by-hand-0001' })
    payOutByHand(world, { amount: 120_000n, currency: 'NGN', reference: 'by-hand-0002' })
    await run('reconcile', '--from', '2026-11-20')
    const { out } = await run('reconcile', 'exceptions', '--provider', 'paystack', '--type', 'not-ours', '--age', '0-1')
    expect(out).toContain('Not ours: ledger ₦0.00, provider -₦800.00')
    expect(out).toMatch(/paystack so far -₦2,000\.00\n2 open/)
    expect((await run('reconcile', 'exceptions', '--type', 'fee')).out).toBe('0 open\n')
    const wrong = await run('reconcile', 'exceptions', '--age', '9')
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('--age: one of 0-1, 2-3, 4-7, over-7')])
    const numbers = [...out.matchAll(/^(\d+) {2}/gm)].map(([, number = '']) => number)
    const asked = await runBy(ADA, 'reconcile', 'close', ...numbers, 'one line of the bank')
    expect([asked.code, asked.err, asked.out]).toEqual([
      0,
      expect.any(String),
      expect.stringContaining('npm run reconcile -- confirm orq_'),
    ])
    const done = await runBy(BAYO, 'reconcile', 'confirm', requestIn(asked.out))
    expect([done.code, done.out]).toEqual([0, expect.stringContaining(`${numbers.join(', ')} are closed`)])
    expect(done.out).toContain('not-ours about by-hand-0001, -₦800.00')
    expect((await run('reconcile', 'exceptions', '--type', 'not-ours')).out).toBe('0 open\n')
  })
})
