import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AFFECTED_USER_COLUMNS, type AffectedUser, listAffectedUsers } from '#server/privacy/list-affected-users.ts'
import { newPerson, startAccounts } from '#tests/support/accounts.ts'
import { bringIn, passphraseOf, runCommand } from '#tests/support/commands.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { close, emptyWallet } from '#tests/support/leaving.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Person } from '#tests/support/person.ts'

const HOUR_MS = 60 * 60_000
const WHY = 'Stolen backup of Friday'

describe.each(featureDatabases)('people whose data got out, on %s', (kind) => {
  let jara: TestJara
  let [ada, bola]: Person[] = []
  let began: Date
  beforeAll(async () => {
    jara = await startJara(kind)
    began = jara.clock.now()
    ada = await jara.person('Ada Obi')
    await ada.call('POST', '/api/customers', { name: 'Bisi', phone: '08030000001', network: null, note: null })
    jara.clock.advance(3 * HOUR_MS)
    bola = await jara.person('Bola Ahmed')
  })
  afterAll(() => jara.close())

  const hour = (hours: number) => new Date(began.getTime() + hours * HOUR_MS)
  async function list(from: Date, to: Date, uncheckedReason = WHY) {
    const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
    const deps = { database: jara.database, clock: jara.clock, log }
    const operator = await operatorNamed(jara.database, 'Ngozi Eze')
    const people: AffectedUser[] = []
    for await (const person of listAffectedUsers(deps, { from, to, operator, uncheckedReason })) people.push(person)
    return people
  }

  it('are those with an event, a session or a device in that time, with what is kept about each', async () => {
    expect((await list(hour(-2), hour(-1))).length).toBe(0)
    expect(await list(hour(0), hour(1))).toEqual([
      expect.objectContaining({
        user_id: ada?.id,
        email: ada?.email,
        full_name: 'Ada Obi',
        closed: false,
        customers: 1,
      }),
    ])
    const both = await list(hour(0), hour(4))
    expect(both.map(({ user_id }) => user_id)).toEqual([ada?.id, bola?.id])
    expect(both[1]).toMatchObject({
      devices: 1,
      sessions: 1,
      events: 2,
      history_lines: 1,
      account_numbers: 1,
      customers: 0,
    })
  })

  it('are listed to nobody without a reason, and who asked is recorded', async () => {
    await expect(list(hour(0), hour(4), 'why not')).rejects.toThrow(/Give a reason/)
    await expect(list(hour(4), hour(0))).rejects.toThrow('--from is after --to')
    const [alarm] = await jara.database.query<{ detail: string }>(
      `select detail from alarms where kind = 'people-listed'`,
    )
    expect(alarm?.detail).toMatch(/^Ngozi Eze \(opr_\w+\) listed everybody of 20\S+ to 20\S+: Stolen backup of Friday$/)
    const [line] = await jara.database.query("select act, reason from operator_audit where act = 'list-people'")
    expect(line).toEqual({ act: 'list-people', reason: 'Stolen backup of Friday' })
  })

  it('include who has closed the account since', async () => {
    if (bola === undefined) throw new Error('nobody is there')
    await emptyWallet(jara, bola)
    expect((await close(bola)).status).toBe(204)
    const closed = (await list(hour(0), hour(4))).find(({ user_id }) => user_id === bola?.id)
    expect(closed).toMatchObject({ closed: true, full_name: 'Closed account', sessions: 0, payments: 1 })
  })
})

describe.each(featureDatabases.filter((kind) => kind === 'postgres'))('npm run people on %s', (kind) => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
  })
  afterAll(() => fresh.drop())

  it('prints a line of CSV for each of them, while Jara runs', async () => {
    const accounts = await startAccounts(fresh.database)
    const { email, session } = await newPerson(accounts)
    const at = accounts.clock.now().toISOString()
    const words = ['--from', at, '--to', at, '--by', 'Ngozi Eze', '--reason', 'Drill of November']
    const env = { DATABASE_URL: fresh.url ?? '', JARA_SECRET: randomBytes(32).toString('hex') }
    await bringIn(env, 'Ngozi Eze')
    const run = await runCommand('people', env, words, passphraseOf('Ngozi Eze'))
    const [head, first, end] = run.out.split('\r\n')
    expect([run.code, head, end]).toEqual([0, AFFECTED_USER_COLUMNS.join(','), ''])
    expect(first).toMatch(new RegExp(`^${session.userId},${email},Adaeze Okonkwo,no,`))
    expect(run.err).toMatch(/Ngozi Eze \(opr_\w+\) listed everybody/)
    const wrong = await runCommand('people', env, words, 'seven other herons wait')
    expect(wrong).toMatchObject({ code: 1, out: '', err: expect.stringContaining('no operator has this name') })
  })

  it('freezes alone for a reason of its role, and unfreezes by two', async () => {
    const other = await freshDatabase(kind)
    const accounts = await startAccounts(other.database)
    accounts.clock.set(new Date())
    const { browser, email } = await newPerson(accounts)
    const env = { DATABASE_URL: other.url ?? '', JARA_SECRET: Buffer.alloc(32, 7).toString('hex') }
    await bringIn(env, 'Ngozi Eze', 'Bayo Ade')
    const run = async (by: string, ...words: string[]) =>
      await runCommand('people', env, [...words, '--by', by], `${passphraseOf(by)}\n`)
    const of = ['--email', email, '--reason', 'They rang about a stolen telephone.']
    const byTeam = async () => (await browser.send('GET', '/api/me')).json().frozenByTeam?.heading

    expect(await run('Ngozi Eze', 'freeze', ...of, '--for', 'fun')).toMatchObject({
      code: 1,
      err: expect.stringContaining('for which reason? wish (The owner asked for it)'),
    })
    expect(await run('Ngozi Eze', 'freeze', ...of, '--for', 'safety')).toMatchObject({ code: 0 })
    expect(await byTeam()).toBe('safety')

    const asked = await run('Ngozi Eze', 'unfreeze', ...of)
    const [id = ''] = asked.out.match(/orq_\w+/) ?? []
    expect(await run('Ngozi Eze', 'confirm', id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('two different people'),
    })
    expect(await byTeam()).toBe('safety')
    expect(await run('Bayo Ade', 'confirm', id)).toMatchObject({ code: 0, out: expect.stringContaining('is lifted') })
    expect(await byTeam()).toBeUndefined()
    expect(await run('Bayo Ade', 'confirm', id)).toMatchObject({ code: 1 })
    await other.drop()
  })
})

describe('npm run people', () => {
  it('explains itself, and asks for both times', async () => {
    expect(await runCommand('people', {}, ['--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('npm run people --'),
    })
    expect(await runCommand('people', {}, ['--from', 'yesterday'])).toMatchObject({ code: 2, out: '' })
  })
})
