import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditAnswer } from '#contract/console/audit.ts'
import { addAuditLine, IN_TERMINAL } from '#server/identity/operators/audit-lines.ts'
import { auditBooks, auditInside } from '#tests/support/books.ts'
import { atConsole, type ConsolePerson, recorded } from '#tests/support/console.ts'
import { readCsv } from '#tests/support/csv.ts'
import { featureDatabases } from '#tests/support/databases.ts'
import { startJara, type TestJara } from '#tests/support/jara.ts'
import { operatorNamed } from '#tests/support/operators.ts'

describe.each(featureDatabases)("the record of operators' looks and acts on %s", (kind) => {
  let jara: TestJara
  let ada: ConsolePerson
  beforeAll(async () => {
    jara = await startJara(kind)
    ada = await atConsole(jara, 'Ada Obi')
    for (const reason of ['first', 'second', 'third']) await add(reason)
  })
  afterAll(() => jara.close())

  const add = async (reason: string) => {
    const line = { by: ada.operator, where: IN_TERMINAL, act: 'change-role' as const, reason, after: { role: 'risk' } }
    await jara.deps.database.transaction((tx) => addAuditLine(tx, jara.deps, line))
  }

  class Undone extends Error {}
  /** The audit's findings after the tables' owner changed them with triggers disabled. The change is undone. */
  async function found(...statements: string[]): Promise<string[]> {
    let findings: string[] = []
    const changing = jara.database.transaction(async (tx) => {
      for (const table of ['operator_audit', 'operator_audit_head'])
        await tx.query(`alter table ${table} disable trigger user`)
      for (const statement of statements) await tx.query(statement)
      for (const table of ['operator_audit', 'operator_audit_head'])
        await tx.query(`alter table ${table} enable trigger user`)
      findings = (await auditInside(tx)).map(({ invariant, detail }) => `${invariant} ${detail}`)
      throw new Undone()
    })
    await expect(changing).rejects.toThrow(Undone)
    return findings
  }

  it('is clean as it was written', async () => {
    expect((await recorded(jara)).length).toBeGreaterThan(4)
    expect(await auditBooks(jara.database)).toEqual([])
    expect(await found()).toEqual([])
  })

  const CHANGED = 'I12 line 3 of operator_audit is not what was written after line 2'
  it.each([
    "act = 'look-at-audit'",
    "at = at + interval '1 microsecond'",
    'operator_id = null, role = null, session_id = null',
    "role = 'support'",
    "reason = 'another'",
    "subject = 'opr_1'",
    "before = '{}'",
    'after = null',
    "request_id = 'another'",
    "hash = sha256('another')",
  ])('reveals a line that was changed: %s', async (change) => {
    expect(await found(`update operator_audit set ${change} where number = 3`)).toContain(CHANGED)
  })

  it('reveals a line that was removed, the last one too, and all of them', async () => {
    expect(await found('delete from operator_audit where number = 3')).toContain(
      'I12 line 3 of operator_audit is missing',
    )
    expect(await found('delete from operator_audit where number = 1')).toContain(
      'I12 line 1 of operator_audit is missing',
    )
    const last = 'delete from operator_audit where number = (select max(number) from operator_audit)'
    expect(await found(last)).toEqual([
      expect.stringMatching(/^I12 operator_audit ends with line \d+, which was not the last one$/),
    ])
    expect(await found('delete from operator_audit')).toEqual([
      'I12 operator_audit ends with line 0, which was not the last one',
    ])
  })

  it('reveals lines that changed places', async () => {
    const swapped = await found(
      'update operator_audit set number = 1000 where number = 2',
      'update operator_audit set number = 2 where number = 3',
      'update operator_audit set number = 3 where number = 1000',
    )
    expect(swapped).toContain('I12 line 2 of operator_audit is not what was written after line 1')
  })

  it('reveals a line that was put in', async () => {
    const put = await found(
      'update operator_audit set number = number + 1000 where number > 2',
      'update operator_audit set number = number - 999 where number > 1000',
      `insert into operator_audit (number, at, act, hash) values (3, now(), 'sign-in', sha256('x'))`,
    )
    expect(put).toContain(CHANGED)
  })

  it('reveals that what keeps it is switched off or gone', async () => {
    for (const statement of [
      'alter table operator_audit disable trigger operator_audit_append_only',
      'drop trigger operator_audit_no_truncate on operator_audit',
      'drop trigger operator_audit_head_no_delete on operator_audit_head',
    ]) {
      let findings: string[] = []
      const changing = jara.database.transaction(async (tx) => {
        await tx.query(statement)
        findings = (await auditInside(tx)).map(({ invariant }) => invariant)
        throw new Undone()
      })
      await expect(changing).rejects.toThrow(Undone)
      expect([statement, findings]).toEqual([statement, ['I8']])
    }
  })

  it('is neither changed nor removed by the program', async () => {
    for (const statement of [
      "update operator_audit set reason = 'another'",
      'delete from operator_audit',
      'truncate operator_audit',
      'delete from operator_audit_head',
    ]) {
      const refusal = await jara.deps.database.query(statement).catch(({ code }: { code: string }) => code)
      // 42501: on PostgreSQL the role has no privilege for it.
      expect([statement, ['42501', 'JL009'].includes(String(refusal))]).toEqual([statement, true])
    }
  })

  it('has no line of what was rolled back', async () => {
    const before = await recorded(jara)
    const failing = jara.deps.database.transaction(async (tx) => {
      await addAuditLine(tx, jara.deps, { by: ada.operator, where: IN_TERMINAL, act: 'lock' })
      throw new Undone()
    })
    await expect(failing).rejects.toThrow(Undone)
    expect(await recorded(jara)).toEqual(before)
    await add('after it')
    expect(await auditBooks(jara.database)).toEqual([])
  })

  it('is one chain, however many are written at the same moment', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, number) => add(`together ${number}`)))
    expect(await auditBooks(jara.database)).toEqual([])
  })
})

describe.each(featureDatabases)('the page of that record, on %s', (kind) => {
  let jara: TestJara
  let ada: ConsolePerson
  beforeAll(async () => {
    jara = await startJara(kind)
    ada = await atConsole(jara, 'Ada Obi')
    const bayo = await operatorNamed(jara.database, 'Bayo Ade')
    for (let at = 0; at < 60; at++) {
      jara.clock.advance(60_000)
      const line = { by: bayo, where: IN_TERMINAL, act: 'answer-case' as const, subject: `JR-${at}` }
      await jara.deps.database.transaction((tx) => addAuditLine(tx, jara.deps, line))
    }
    await ada.browser.signIn(ada.authenticator)
  })
  afterAll(() => jara.close())

  const read = async (query = '') => await ada.browser.send('GET', `/api/admin/audit?${query}`)
  const answerOf = async (query = '') => (await read(query)).json<AuditAnswer>()
  const exported = async (filters: object) => await ada.browser.send('POST', '/api/admin/audit/export', filters)

  it('shows the newest line first, page by page, each line once, and is recorded itself', async () => {
    const first = await answerOf('act=answer-case')
    const second = await answerOf(`act=answer-case&before=${first.before}`)
    expect([first.lines.length, second.lines.length, second.before]).toEqual([50, 10, null])
    const subjects = [...first.lines, ...second.lines].map(({ subject }) => subject)
    expect(subjects).toEqual(Array.from({ length: 60 }, (_, at) => `JR-${59 - at}`))
    expect((await recorded(jara)).slice(-2).map(({ act, by }) => [act, by])).toEqual([
      ['look-at-audit', 'Ada Obi'],
      ['look-at-audit', 'Ada Obi'],
    ])
  })

  it('is filtered by operator, kind and day of Lagos', async () => {
    const all = await answerOf()
    expect(all.operators.map(({ name }) => name)).toEqual(['Ada Obi', 'Bayo Ade'])
    expect(all.acts).toEqual(expect.arrayContaining(['answer-case', 'enrol-passkey', 'look-at-audit', 'sign-in']))
    const bayo = all.operators.find(({ name }) => name === 'Bayo Ade')?.id ?? ''
    expect((await answerOf(`operator=${bayo}&act=sign-in`)).lines).toEqual([])
    expect((await answerOf(`operator=${bayo}`)).lines.every(({ operator }) => operator === 'Bayo Ade')).toBe(true)
    expect((await answerOf('from=2026-11-22')).lines).toEqual([])
    expect((await answerOf('from=2026-11-21&to=2026-11-21')).lines).toHaveLength(50)
    expect((await answerOf('to=2026-11-20')).lines).toEqual([])
  })

  it.each([
    'before=x',
    'before=-1',
    `before=${'9'.repeat(16)}`,
    'from=2026-13-45',
    'from=0001-01-01',
    'to=9999-12-31',
    'from=yesterday',
    "act=sign-in'",
    'operator=%25',
    'operator=%7F',
    `operator=${'x'.repeat(1_000)}`,
    'limit=1000',
  ])('refuses what it does not understand: %s', async (query) => {
    const answer = await read(query)
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'request.invalid'])
  })

  it('finds nothing for an operator that is none, and for a cursor before the first line', async () => {
    expect((await answerOf(`operator=opr_${'0'.repeat(35)}`)).lines).toEqual([])
    expect((await answerOf('before=1')).lines).toEqual([])
  })

  it('goes into a file that says what the page says, which is recorded, and runs nothing in a spreadsheet', async () => {
    const line = {
      by: ada.operator,
      where: IN_TERMINAL,
      act: 'request-change-role' as const,
      subject: '=cmd|calc',
      reason: '+1+1 "quoted", and\u2028more',
    }
    await jara.deps.database.transaction((tx) => addAuditLine(tx, jara.deps, line))
    const answer = await exported({ act: 'request-change-role' })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="jara-sandbox-operator-audit.csv"',
      'cache-control': 'no-store',
    })
    const [heading = [], row = [], ...rest] = readCsv(answer.body)
    expect(heading.slice(0, 8)).toEqual([
      'Number',
      'Time (UTC)',
      'Operator',
      'Role',
      'Session',
      'Act',
      'Subject',
      'Reason',
    ])
    expect(row.slice(2, 8)).toEqual([
      'Ada Obi',
      'manager',
      '',
      'request-change-role',
      "'=cmd|calc",
      '\'+1+1 "quoted", and\u2028more',
    ])
    expect([heading.at(-1), row.at(-1), rest]).toEqual(['Operator id', ada.operator.id, []])
    const [last] = await jara.database.query<{ act: string; after: string }>(
      'select act, after from operator_audit order by number desc limit 1',
    )
    expect(last).toEqual({ act: 'export-audit', after: '{"act":"request-change-role","lines":1}' })
  })
})
