import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { databaseKinds, freshDatabase } from '#tests/support/databases.ts'
import { createLog, runWithCaller, runWithoutCaller, setLogAccount } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog('info', { write: (line) => lines.push(line) }))
  return lines.join('')
}

describe('a line of the log', () => {
  it.each(databaseKinds)('has no value of a row that %s refused', async (kind) => {
    const { database, drop } = await freshDatabase(kind)
    await database.exec(
      'create table people (email text primary key, hash text check (length(hash) > 9), born date not null)',
    )
    const refusals = [
      ['insert into people values ($1, $2, now())', ['ada@example.ng', 'short']],
      ['insert into people values ($1, $2, null)', ['ada@example.ng', '$argon2id$secret']],
    ] as const
    for (const [sql, params] of refusals) {
      const error = await database.query(sql, params).catch((cause: unknown) => cause)
      const text = logged((log) => {
        log.error({ err: error }, 'failed')
        log.error({ err: new Error('outer', { cause: error }) }, 'failed')
        log.error({ err: new AggregateError([error], 'several') }, 'failed')
      })
      expect(text).not.toMatch(/ada@|argon2id|short/)
      expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({
        msg: 'failed',
        err: {
          code: expect.stringMatching(/^23/),
          table: 'people',
          stack: expect.stringContaining('relation "people"'),
        },
      })
    }
    await drop()
  })

  it('is one line, whatever a value has in it', () => {
    const text = logged((log) => log.info({ name: 'a\nb\r\u2028{"level":60}\u001b[31m' }, 'two\nlines'))
    expect(text.split('\n')).toHaveLength(2)
    expect(JSON.parse(text)).toMatchObject({ level: 30, msg: 'two\nlines' })
    expect(text).not.toContain('\u001b')
  })

  it('has nothing in it that is invisible or reverses the text next to it, and reads back as it was', () => {
    const value = 'a\u202Eb\u2067c\u200Bd\u2028e\u2029f\u009bg\u{e0041}h\ud800i'
    const text = logged((log) => log.error({ err: new Error(value), value }, value))
    expect(text).not.toMatch(/[^\P{C}\n]|[\p{Zl}\p{Zp}]/u)
    expect(JSON.parse(text)).toMatchObject({ msg: value, value, err: { message: value } })
  })

  it('leaves secrets out', () => {
    const req = { headers: { cookie: 'jara=abc', authorization: 'Bearer abc' } }
    const text = logged((log) => log.info({ req, password: 'abc', pinProof: 'abc', signature: 'abc', token: 'abc' }))
    expect(text).not.toContain('abc')
  })

  it.each(['setTimeout(() => { throw error })', 'Promise.reject(error)'])(
    'tells why the process ends when nobody expected it: %s',
    (fault) => {
      const log = JSON.stringify(path.join(import.meta.dirname, 'log.ts'))
      const program = `import { createLog, exitOnUnexpectedError } from ${log}
        exitOnUnexpectedError(createLog('info'))
        const error = Object.assign(new Error('out of the blue'), { detail: 'ada@example.ng' })
        ${fault}`
      const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
        encoding: 'utf8',
      })
      expect([status, stderr]).toEqual([1, ''])
      expect(JSON.parse(stdout)).toMatchObject({ level: 60, err: { message: 'out of the blue' } })
      expect(stdout).not.toContain('ada@')
    },
  )

  it('says for which request it was written, also later, and not of work that serves everybody', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    await new Promise<void>((done) => {
      runWithCaller({ requestId: 'r1', address: '203.0.113.7' }, () => {
        setLogAccount('usr_1')
        runWithoutCaller(() => log.info('for nobody'))
        setImmediate(() => {
          log.info({ userId: 'usr_2' }, 'later')
          done()
        })
      })
    })
    setLogAccount('usr_3')
    log.info('outside')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.not.objectContaining({ requestId: 'r1' }),
      expect.objectContaining({ requestId: 'r1', address: '203.0.113.7', userId: 'usr_2' }),
      expect.not.objectContaining({ userId: 'usr_3' }),
    ])
  })

  it('says what was thrown when it was no error', () => {
    expect(logged((log) => log.warn({ err: 'gone' }))).toContain('"err":{"type":"string","message":"gone"}')
  })
})
