import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COMMANDS, type Command, mayCheck, mayMake } from '#contract/console/permissions.ts'
import { ROLES, type Role } from '#contract/console/roles.ts'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import { RefusedError } from '#server/platform/errors.ts'
import { idSource } from '#server/platform/ids.ts'
import { type TestClock, testClock } from '#tests/support/clock.ts'
import { passphraseOf } from '#tests/support/commands.ts'
import { type FreshDatabase, featureDatabases, freshDatabase } from '#tests/support/databases.ts'
import { readFromRoot } from '#tests/support/shown-by.ts'
import { IN_TERMINAL } from './audit-lines.ts'
import { confirmRoleChange, readRoleChange, requestRoleChange } from './change-role.ts'
import {
  addOperator,
  changePassphrase,
  confirmChange,
  countOperators,
  listOperators,
  requestRevocation,
} from './manage-operators.ts'
import type { ProvenOperator } from './operator.ts'
import { type ProofDeps, proveOperator } from './prove-operator.ts'
import { confirmRequest, REQUEST_LIVES_MS, readRequest, requestAct } from './requests.ts'
import { listWaiting } from './waiting-requests.ts'

const [ADA, BAYO, CHIDI] = ['Ada Obi', 'Bayo Ade', 'Chidi Eze']

describe.each(featureDatabases)('operators on %s', (kind) => {
  let fresh: FreshDatabase
  let clock: TestClock
  let deps: ProofDeps
  let logged: string[]
  beforeEach(async () => {
    fresh = await freshDatabase(kind)
    clock = testClock()
    logged = []
    const keep = (of: unknown, msg?: string) => void logged.push(`${msg} ${JSON.stringify(of)}`)
    deps = {
      database: fresh.database,
      clock,
      keys: keysFrom(randomBytes(32)),
      log: { debug: keep, info: keep, warn: keep, error: keep },
      newId: idSource(clock.now, randomBytes),
      randomBytes,
    }
  })
  afterEach(() => fresh.drop())

  const prove = (name: string, passphrase = passphraseOf(name), over: Partial<ProofDeps> = {}) =>
    proveOperator(
      { ...deps, ...over },
      { uncheckedName: name, uncheckedPassphrase: passphrase, act: 'show-case', subject: 'JR-1' },
    )
  const add = (name: string, by: ProvenOperator | null, passphrase = passphraseOf(name)) =>
    addOperator(deps, { uncheckedName: name, uncheckedPassphrase: passphrase, by })
  const confirm = async (requestId: string | null, by: ProvenOperator) =>
    confirmChange(deps, { request: await readRequest(deps, requestId ?? '', ['add-operator', 'revoke-operator']), by })
  /** Ada and Bayo, with their identities proved. */
  async function two(): Promise<[ProvenOperator, ProvenOperator]> {
    await add(ADA, null)
    const ada = await prove(ADA)
    await add(BAYO, ada)
    return [ada, await prove(BAYO)]
  }
  async function three(): Promise<[ProvenOperator, ProvenOperator, ProvenOperator]> {
    const [ada, bayo] = await two()
    await confirm((await add(CHIDI, ada)).requestId, bayo)
    return [ada, bayo, await prove(CHIDI)]
  }
  const waiting = async () => (await listWaiting(deps, { limit: 100 })).requests
  const ask = async (by: ProvenOperator) => {
    const id = await requestAct(deps.database, deps, {
      act: 'resume-money',
      subject: 'stp_1',
      content: { because: 'a test' },
      by,
    })
    return await readRequest(deps, id, ['resume-money'])
  }
  const confirmAsked = async (request: Awaited<ReturnType<typeof ask>>, by: ProvenOperator) =>
    deps.database.transaction((tx) => confirmRequest(tx, { request, by, at: clock.now() }))
  const codeOf = async (statement: string) => {
    const refusal = await deps.database.query(statement).catch((error: unknown) => error)
    const { code, constraint } = refusal as { code?: string; constraint?: string }
    return constraint ?? code ?? 'done'
  }

  it('are brought in by nobody, by the first, and from then on by two', async () => {
    await add(ADA, null)
    await expect(add(BAYO, null)).rejects.toThrow('an operator who stands has to do this')
    const ada = await prove(ADA)
    expect(await add(BAYO, ada)).toMatchObject({ requestId: null })
    const { id, requestId } = await add(CHIDI, ada)
    await expect(prove(CHIDI)).rejects.toThrow('no operator has this name')
    expect(await waiting()).toMatchObject([
      { act: 'add-operator', subject: id, content: { operator: CHIDI }, requestedBy: ADA },
    ])
    await expect(confirm(requestId, ada)).rejects.toThrow('two different people')
    await confirm(requestId, await prove(BAYO))
    clock.advance(1_000)
    expect(await prove(CHIDI)).toEqual({ id, name: CHIDI, role: 'manager' })
    expect((await listOperators(deps.database)).map(({ name }) => name).toSorted()).toEqual([ADA, BAYO, CHIDI])
    expect(await waiting()).toEqual([])
  })

  it('are not brought in by one person alone, nor changed behind the program, says the database', async () => {
    const [ada] = await two()
    const { id } = await add(CHIDI, ada)
    expect(await codeOf(`update operators set admitted_at = now() where id = '${id}'`)).toBe('JO004')
    expect(await codeOf(`update operators set name = 'Somebody' where id = '${ada.id}'`)).toBe('JO003')
    expect(await codeOf(`update operators set passphrase_hash = '$argon2id$x' where id = '${id}'`)).toBe('JO003')
    expect(await codeOf('update operators set revoked_at = now() where admitted_at is not null')).toBe('JO005')
    expect(await codeOf(`update operators set admitted_at = now() where id = '${ada.id}'`)).toBe('JO003')
  })

  it.each([
    ['a passphrase of 14 characters', CHIDI, 'fourteen signs', '15 characters or more'],
    ['one that guessers try first', CHIDI, 'iloveyouiloveyou', 'guessers'],
    ['a name somebody has, in other letters', 'ADA OBI', passphraseOf(CHIDI), 'taken'],
    ["the program's own name", 'Reconciliation', passphraseOf(CHIDI), "program's own name"],
    ['no name', ' ', passphraseOf(CHIDI), 'who does this'],
  ])('are not brought in with %s', async (_, name, passphrase, says) => {
    await add(ADA, null)
    await expect(add(name, await prove(ADA), passphrase)).rejects.toThrow(says)
    expect(await countOperators(deps.database)).toBe(1)
  })

  it('of two who wait under names that look alike, only the first is brought in, says the database as well', async () => {
    const [ada, bayo] = await two()
    const [chidi, other] = [await add('Chidi Eze', ada), await add('Chídì Èzè', ada, 'other herons wait there')]
    const late = await readRequest(deps, other.requestId ?? '', ['add-operator'])
    await confirm(chidi.requestId, bayo)
    await expect(confirmChange(deps, { request: late, by: bayo })).rejects.toThrow('looks like')
    expect(await countOperators(deps.database)).toBe(3)
  })

  it('have to wait longer after each wrong passphrase, also with the right one, and are let in then', async () => {
    await add(ADA, null)
    for (const waitMs of [1_000, 2_000, 4_000]) {
      await expect(prove(ADA, 'not my passphrase')).rejects.toThrow('no operator has this name and passphrase')
      await expect(prove('ada obi')).rejects.toThrow(`wait ${waitMs / 1_000} s`)
      clock.advance(waitMs - 1)
      await expect(prove(ADA)).rejects.toThrow('wait 1 s')
      clock.advance(1)
    }
    await prove(ADA)
    await prove(ADA)
  })

  it('leave a line and a row for each proof, right and wrong, and no passphrase in either', async () => {
    await add(ADA, null)
    const { id } = await prove(ADA)
    await expect(prove(ADA, 'a wrong passphrase')).rejects.toBeInstanceOf(RefusedError)
    await expect(prove('Nobody', 'a wrong passphrase')).rejects.toBeInstanceOf(RefusedError)
    const proofs = await deps.database.query(
      'select operator_id, act, subject, is_right from operator_proofs order by at, is_right desc, operator_id',
    )
    expect(proofs).toEqual([
      { operator_id: id, act: 'show-case', subject: 'JR-1', is_right: true },
      { operator_id: id, act: 'show-case', subject: 'JR-1', is_right: false },
      { operator_id: null, act: 'show-case', subject: 'JR-1', is_right: false },
    ])
    expect(logged.map((line) => line.split(' {')[0])).toEqual([
      'an operator authenticated',
      'an operator failed to authenticate',
      'an operator failed to authenticate',
    ])
    expect(logged.join()).not.toMatch(/passphrase|herons/)
    expect(await codeOf('delete from operator_proofs')).toBe('JL009')
  })

  it('change their own passphrase; it is rehashed when the secret changes', async () => {
    await add(ADA, null)
    const ada = await prove(ADA)
    await expect(changePassphrase(deps, ada, { unchecked: 'short' })).rejects.toThrow('15 characters or more')
    await changePassphrase(deps, ada, { unchecked: 'nine other herons wait' })
    await expect(prove(ADA)).rejects.toThrow('no operator')
    clock.advance(1_000)
    const [former, secret] = [randomBytes(32), randomBytes(32)]
    await changePassphrase({ ...deps, keys: keysFrom(former) }, ada, { unchecked: 'nine other herons wait' })
    await prove(ADA, 'nine other herons wait', { keys: keysFrom(secret, former) })
    await prove(ADA, 'nine other herons wait', { keys: keysFrom(secret) })
  })

  it('are revoked by two, never below two, and for good', async () => {
    const [ada, bayo] = await two()
    await expect(requestRevocation(deps, { uncheckedName: BAYO, by: ada })).rejects.toThrow(
      'two operators have to remain: add another one first',
    )
    await confirm((await add(CHIDI, ada)).requestId, bayo)
    const chidi = await prove(CHIDI)
    const requestId = await requestRevocation(deps, { uncheckedName: 'bayo ade', by: ada })
    await expect(confirm(requestId, ada)).rejects.toThrow('two different people')
    await prove(BAYO)
    await confirm(requestId, chidi)
    await expect(prove(BAYO)).rejects.toThrow('no operator has this name')
    await expect(add(BAYO, ada)).rejects.toThrow('taken')
    expect(await codeOf(`update operators set revoked_at = null where id = '${bayo.id}'`)).toBe('JO003')
    expect(await countOperators(deps.database)).toBe(2)
  })

  it('agree as two people: the same one is refused by the program, and by the database', async () => {
    const [ada, bayo] = await two()
    const request = await ask(ada)
    await expect(confirmAsked(request, ada)).rejects.toThrow('two different people')
    const alone = `update operator_requests set confirmed_by = requested_by, confirmed_at = requested_at`
    expect(await codeOf(alone)).toBe('operator_requests_two_people')
    await confirmAsked(request, bayo)
    await expect(readRequest(deps, request.id, ['resume-money'])).rejects.toThrow('confirmed already')
  })

  it('agree within a day: an older request has to be made again', async () => {
    const [ada, bayo] = await two()
    const request = await ask(ada)
    clock.advance(REQUEST_LIVES_MS - 1)
    expect(await waiting()).toHaveLength(1)
    clock.advance(1)
    await expect(readRequest(deps, request.id, ['resume-money'])).rejects.toThrow('too old')
    await expect(confirmAsked(request, bayo)).rejects.toThrow('too old')
    expect(await waiting()).toEqual([])
    const longer = `update operator_requests set expires_at = expires_at + interval '1 day'`
    expect(await codeOf(longer)).toBe('operator_requests_lifetime')
  })

  it('agree on what was asked for: nothing of it changes meanwhile, says the database', async () => {
    const [ada, bayo] = await two()
    await ask(ada)
    const confirmed = `confirmed_by = '${bayo.id}', confirmed_at = requested_at`
    for (const change of [`content = '{"because":"another"}'`, `subject = 'stp_2'`, `act = 'close-difference'`]) {
      expect(await codeOf(`update operator_requests set ${change}, ${confirmed}`)).toBe('JO001')
      expect(await codeOf(`update operator_requests set ${change}`)).toBe('JO001')
    }
    expect(await codeOf('delete from operator_requests')).toBe('JL009')
  })

  it('agree on one act: with its request no other one is confirmed', async () => {
    const [ada] = await two()
    const { id } = await ask(ada)
    await expect(readRequest(deps, id, ['close-difference'])).rejects.toThrow('no such request here')
    await expect(readRequest(deps, 'orq_1', ['resume-money'])).rejects.toThrow('which request?')
  })

  it('agree only while both are active', async () => {
    const [ada, bayo, chidi] = await three()
    await confirm((await add('Dayo Eke', ada)).requestId, bayo)
    const [asked, other] = [await ask(chidi), await ask(ada)]
    await confirm(await requestRevocation(deps, { uncheckedName: CHIDI, by: ada }), bayo)
    await expect(confirmAsked(asked, ada)).rejects.toThrow('no operator any more')
    await expect(confirmAsked(other, chidi)).rejects.toThrow('no operator any more')
    const past = `update operator_requests set confirmed_by = '${ada.id}', confirmed_at = requested_at where id = '${asked.id}'`
    expect(await codeOf(past)).toBe('JO002')
  })

  /** Gives this operator another role, agreed to by two others. */
  async function giveRole(name: string, role: Role, [by, other]: [ProvenOperator, ProvenOperator]): Promise<void> {
    const change = await readRoleChange(deps, { operator: name, role, uncheckedReason: 'A new task.' })
    const id = await requestRoleChange(deps, { change, by, where: IN_TERMINAL })
    const request = await readRequest(deps, id, ['change-role'])
    await confirmRoleChange(deps, { request, by: other, where: IN_TERMINAL })
  }

  it('agree only while the one who asked may still ask for it, and the one who confirms may still confirm it', async () => {
    const [ada, bayo, chidi] = await three()
    const [asked, other] = [await ask(chidi), await ask(ada)]
    await giveRole(CHIDI, 'support', [ada, bayo])
    await expect(confirmAsked(asked, bayo)).rejects.toThrow('Chidi Eze has the role support now')
    await expect(readRequest(deps, asked.id, ['resume-money'])).rejects.toThrow('somebody else has to')
    await expect(confirmAsked(other, chidi)).rejects.toThrow('the role support may not do this')
    await expect(ask(chidi)).rejects.toThrow('the role support may not do this')
    const by = (id: string, { id: whose }: ProvenOperator) =>
      codeOf(`update operator_requests set confirmed_by = '${whose}', confirmed_at = requested_at where id = '${id}'`)
    expect([await by(asked.id, bayo), await by(other.id, chidi)]).toEqual(['JO012', 'JO013'])
    await giveRole(CHIDI, 'finance', [ada, bayo])
    await confirmAsked(asked, bayo)
  })

  it('do nothing with a role they have lost since they proved it, whatever it is', async () => {
    const [ada, bayo, chidi] = await three()
    await giveRole(CHIDI, 'support', [ada, bayo])
    await expect(changePassphrase(deps, chidi, { unchecked: 'nine other herons wait' })).rejects.toThrow(
      'Your role was changed',
    )
    await prove(CHIDI)
    const lines = await deps.database.query("select 1 from operator_audit where act = 'change-passphrase'")
    expect(lines).toEqual([])
  })

  it('confirm a change of their own role and their own revocation with the role they had', async () => {
    const [ada, bayo, chidi] = await three()
    await giveRole(CHIDI, 'finance', [ada, chidi])
    const now = await prove(CHIDI)
    await confirm(await requestRevocation(deps, { uncheckedName: CHIDI, by: bayo }), now)
    const lines = await deps.database.query(
      "select act, role from operator_audit where operator_id = $1 and act in ('change-role', 'revoke-operator') order by number",
      [chidi.id],
    )
    expect(lines).toEqual([
      { act: 'change-role', role: 'manager' },
      { act: 'revoke-operator', role: 'finance' },
    ])
  })

  it('have the same rights in the database as in the program, for each act and role', async () => {
    const acts = Object.keys(COMMANDS) as Command[]
    const rows = await deps.database.query<{ act: Command; role: Role; asks: boolean; confirms: boolean }>(
      `select act, role, operator_may_ask(role, act) as asks, operator_may_confirm(role, act) as confirms
       from unnest($1::text[]) act, unnest($2::text[]) role`,
      [acts, [...ROLES]],
    )
    const takesTwo = (act: Command) => 'checkers' in COMMANDS[act]
    const expected = rows.map(({ act, role }) => {
      const asks = takesTwo(act) && mayMake(role, act)
      return { act, role, asks, confirms: mayCheck(role, act) }
    })
    expect(rows).toEqual(expected)
    expect(rows).toHaveLength(acts.length * ROLES.length)
  })

  it('agree once, however many confirm at the same moment', async () => {
    const [ada, bayo, chidi] = await three()
    const request = await ask(ada)
    const again = await ask(ada)
    const tries = await Promise.allSettled([
      confirmAsked(request, bayo),
      confirmAsked(request, chidi),
      confirmAsked(again, bayo),
      confirmAsked(again, chidi),
    ])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const each of tries) {
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ message: expect.stringContaining('confirmed already') })
    }
    const done = "select 1 from operator_requests where act = 'resume-money' and confirmed_at is not null"
    expect(await deps.database.query(done)).toHaveLength(1)
  })

  it('begin with one, however many are the first at the same moment', async () => {
    const tries = await Promise.allSettled([ADA, BAYO, CHIDI].map((name) => add(name, null)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await countOperators(deps.database)).toBe(1)
  })

  if (kind === 'postgres')
    it('begin one after the other: who comes second waits, and sees the first', async () => {
      const waiting = `select 1 from pg_locks l join pg_database d on d.oid = l.database
        where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`
      const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
      const first = deps.database.transaction(async (tx) => {
        await tx.query(
          `insert into operators (id, name, passphrase_hash, created_at, role, role_since)
           values ($1, $2, '$argon2id$none', now(), 'manager', now())`,
          [deps.newId('opr'), ADA],
        )
        await tx.query('update operators set admitted_at = now()')
        await committed
      })
      const second = add(BAYO, null).catch((error: unknown) => error)
      try {
        await expect.poll(() => deps.database.query(waiting)).toHaveLength(1)
      } finally {
        commit()
        await first
      }
      expect(await second).toMatchObject({ message: expect.stringContaining('an operator who stands has to do this') })
    })

  it('can be reset by the owner of the database when none can prove themselves any more', async () => {
    await two()
    await deps.database.exec(anewFromRunbook())
    expect(await countOperators(deps.database)).toBe(0)
    await add(CHIDI, null)
    expect(await codeOf('update operators set revoked_at = now() where revoked_at is null')).toBe('JO005')
  })
})

/** The statements from docs/operate/operators.md for starting again with operators. */
function anewFromRunbook(): string {
  const [, statements = ''] =
    readFromRoot('docs/operate/operators.md').match(/```\n(begin;\nalter table operators[^`]+)```/) ?? []
  return statements
}
