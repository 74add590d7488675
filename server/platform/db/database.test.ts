import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { FailedTransactionError, isSqlError, type Transaction } from './database.ts'

const BEYOND_FLOAT = 9007199254740993n

describe.each(databaseKinds)('on %s', (kind) => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase(kind)
    await fresh.database.exec(`
      create table probe (
        id int primary key, amount bigint not null constraint probe_positive check (amount > 0), many bigint[], document jsonb
      )`)
  })
  beforeEach(() => fresh.database.exec('delete from probe'))
  afterAll(() => fresh.drop())

  const insert = (sql: Pick<Transaction, 'query'>, id: number, amount: bigint) =>
    sql.query('insert into probe (id, amount) values ($1, $2)', [id, amount])
  const count = async () => (await fresh.database.query<{ n: bigint }>('select count(*) as n from probe'))[0]?.n

  it('carries int8 exactly, alone, in arrays, in sums and inside jsonb', async () => {
    const document = JSON.stringify({ amountKobo: BEYOND_FLOAT.toString() })
    await fresh.database.query('insert into probe (id, amount, many, document) values (1, $1, $2, $3)', [
      BEYOND_FLOAT,
      [BEYOND_FLOAT, -BEYOND_FLOAT, 0n],
      document,
    ])
    const [row] = await fresh.database.query(
      'select amount, many, document, sum(amount)::bigint as total from probe group by id',
    )
    expect(row).toEqual({
      amount: BEYOND_FLOAT,
      many: [BEYOND_FLOAT, -BEYOND_FLOAT, 0n],
      document: { amountKobo: '9007199254740993' },
      total: BEYOND_FLOAT,
    })
  })

  it('carries nested int8 arrays and their nulls', async () => {
    const [row] = await fresh.database.query('select array[[1, null], [9007199254740993, 2]]::bigint[] as many')
    expect(row).toEqual({
      many: [
        [1n, null],
        [BEYOND_FLOAT, 2n],
      ],
    })
  })

  it('hands out dates and numerics as text, and instants as Date', async () => {
    const [row] = await fresh.database.query(
      `select date '2026-11-21' as day, 1.10::numeric as rate, timestamptz '2026-11-21 00:30:00+01' as at`,
    )
    expect(row).toEqual({ day: '2026-11-21', rate: '1.10', at: new Date('2026-11-20T23:30:00Z') })
  })

  it('keeps nothing of a transaction that throws', async () => {
    const failing = fresh.database.transaction(async (tx) => {
      await insert(tx, 1, 5n)
      throw new Error('thought better of it')
    })
    await expect(failing).rejects.toThrow('thought better of it')
    expect(await count()).toBe(0n)
  })

  it('keeps everything of a transaction that returns, and answers its result', async () => {
    const answer = await fresh.database.transaction(async (tx) => {
      await insert(tx, 1, 5n)
      await insert(tx, 2, 6n)
      return 'kept'
    })
    expect([answer, await count()]).toEqual(['kept', 2n])
  })

  it('does what a transaction gives at once in the order given, each statement seeing those before it', async () => {
    const amounts = 'select array_agg(amount order by id) as amounts from probe'
    const answers = await fresh.database.transaction((tx) =>
      Promise.all([tx.query(amounts), insert(tx, 1, 5n), tx.query(amounts), insert(tx, 2, 7n), tx.query(amounts)]),
    )
    expect(answers).toEqual([[{ amounts: null }], [], [{ amounts: [5n] }], [], [{ amounts: [5n, 7n] }]])
    expect(await count()).toBe(2n)
  })

  it('keeps nothing of statements given at once when one of them is refused, and throws why', async () => {
    for (const [first, second, third] of [
      [-1n, 5n, 7n],
      [5n, -1n, 7n],
      [5n, 7n, -1n],
    ] as const) {
      const failing = fresh.database.transaction((tx) =>
        Promise.all([insert(tx, 1, first), insert(tx, 2, second), insert(tx, 3, third)]),
      )
      await expect(failing).rejects.toMatchObject({ code: '23514', constraint: 'probe_positive' })
      expect(await count()).toBe(0n)
    }
  })

  it('commits nothing, and says so, when a refusal was caught and the transaction went on', async () => {
    const wentOn = fresh.database.transaction(async (tx) => {
      await insert(tx, 1, 5n)
      await insert(tx, 2, -1n).catch(() => undefined)
      return 'done'
    })
    await expect(wentOn).rejects.toThrow(FailedTransactionError)
    expect(await count()).toBe(0n)
  })

  it.each([
    ['a NUL', 'a\u0000b'],
    ['half a character', 'a\ud800b'],
    ['the other half', 'a\udc00b'],
    ['half a character in a list', ['a', 'a\ud800b']],
  ])('refuses text with %s and stores nothing else in its place', async (_what, value) => {
    const { database } = fresh
    const of = Array.isArray(value) ? 'text[]' : 'text'
    const isRefused = (error: unknown) => isSqlError(error, '22021')
    await expect(database.query(`select $1::${of}`, [value])).rejects.toSatisfy(isRefused)
    await expect(database.connection((sql) => sql.query(`select $1::${of}`, [value]))).rejects.toSatisfy(isRefused)
    await expect(database.transaction((tx) => tx.query(`select $1::${of}`, [value]))).rejects.toSatisfy(isRefused)
    const wentOn = database.transaction(async (tx) => {
      await insert(tx, 1, 5n)
      await tx.query(`select $1::${of}`, [value]).catch(() => undefined)
    })
    await expect(wentOn).rejects.toThrow(FailedTransactionError)
    expect(await count()).toBe(0n)
  })

  it('stores whole characters of every plane as they are', async () => {
    const text = 'Ṣóyẹmí Ụzọ 😀 \u{10ffff} \ufffd'
    expect(await fresh.database.query('select $1::text as one, $2::text[] as many', [text, [text]])).toEqual([
      { one: text, many: [text] },
    ])
  })

  it('does nothing outside the transaction whose first statement was refused', async () => {
    const wentOn = fresh.database.transaction(async (tx) => {
      await insert(tx, 1, -1n).catch(() => undefined)
      await insert(tx, 2, 5n)
    })
    await expect(wentOn).rejects.toThrow()
    expect(await count()).toBe(0n)
  })

  it('refuses a statement that is given to a transaction that is over', async () => {
    const kept: Transaction[] = []
    await fresh.database.transaction(async (tx) => {
      kept.push(tx)
      await insert(tx, 1, 5n)
    })
    for (const tx of kept) await expect(insert(tx, 2, 5n)).rejects.toThrow()
    expect(await count()).toBe(1n)
  })

  it('is content with a transaction that does nothing', async () => {
    expect(await fresh.database.transaction(async () => 'nothing')).toBe('nothing')
  })

  it('answers statements given at once to one connection, each on its own', async () => {
    const answers = await fresh.database.connection((sql) =>
      Promise.allSettled([insert(sql, 1, 5n), insert(sql, 2, -1n), insert(sql, 3, 7n)]),
    )
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await count()).toBe(2n)
  })

  it('names the SQLSTATE and the constraint of a refusal', async () => {
    const refusal: unknown = await insert(fresh.database, 1, 0n).catch((error: unknown) => error)
    expect(isSqlError(refusal, '23514', 'probe_positive')).toBe(true)
    expect(isSqlError(refusal, '23514', 'another')).toBe(false)
    expect(isSqlError(refusal, '23505')).toBe(false)
  })

  it('continues after a refused statement', async () => {
    await expect(insert(fresh.database, 1, 0n)).rejects.toThrow()
    await insert(fresh.database, 1, 1n)
    expect(await count()).toBe(1n)
  })

  it.each(['query', 'exec', 'transaction'] as const)(
    'refuses the base handle inside a transaction: %s',
    async (way) => {
      const misuse = fresh.database.transaction(async (tx) => {
        await insert(tx, 1, 1n)
        if (way === 'query') await fresh.database.query('select 1')
        if (way === 'exec') await fresh.database.exec('select 1')
        if (way === 'transaction') await fresh.database.transaction(async () => undefined)
      })
      await expect(misuse).rejects.toThrow('inside a transaction')
      expect(await count()).toBe(0n)
    },
  )

  it('keeps one caller from seeing or joining the open transaction of another', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, id) =>
        fresh.database.transaction(async (tx) => {
          await insert(tx, id, 1n)
          if (id % 2 === 1) throw new Error('odd')
        }),
      ).map((each) => each.catch(() => undefined)),
    )
    expect(await count()).toBe(10n)
  })

  it('loses no update when fifty callers add to one row at once', async () => {
    await insert(fresh.database, 1, 1n)
    const addOne = () =>
      fresh.database.transaction(async (tx) => {
        const [row] = await tx.query<{ amount: bigint }>('select amount from probe where id = 1 for update')
        await tx.query('update probe set amount = $1 where id = 1', [(row?.amount ?? 0n) + 1n])
      })
    await Promise.all(Array.from({ length: 50 }, addOne))
    const [row] = await fresh.database.query<{ amount: bigint }>('select amount from probe')
    expect(row?.amount).toBe(51n)
  })

  it('receives a notification sent by a committed transaction, and none after it stopped listening', async () => {
    const heard: string[] = []
    let arrived = () => {}
    const first = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const stop = await fresh.database.listen('probe_channel', (payload) => {
      heard.push(payload)
      arrived()
    })
    await fresh.database.transaction((tx) => tx.query("select pg_notify('probe_channel', 'hello')"))
    await first
    await stop()
    await fresh.database.query("select pg_notify('probe_channel', 'unheard')")
    await fresh.database.query('select 1')
    expect(heard).toEqual(['hello'])
  })
})

describe.runIf(databaseKinds.includes('postgres'))('on PostgreSQL alone', () => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
    await fresh.database.exec('create table pair (id int primary key, amount bigint not null)')
    await fresh.database.exec('insert into pair values (1, 0), (2, 0)')
  })
  afterAll(() => fresh.drop())

  it('runs the loser of a deadlock again', async () => {
    let runs = 0
    let holding = 0
    let bothHoldOne = () => {}
    const meeting = new Promise<void>((resolve) => {
      bothHoldOne = resolve
    })
    const lockInOrder = (first: number, second: number) =>
      fresh.database.transaction(async (tx) => {
        runs++
        await tx.query('update pair set amount = amount + 1 where id = $1', [first])
        holding++
        if (holding === 2) bothHoldOne()
        await meeting
        await tx.query('update pair set amount = amount + 1 where id = $1', [second])
      })
    await Promise.all([lockInOrder(1, 2), lockInOrder(2, 1)])
    const rows = await fresh.database.query<{ amount: bigint }>('select amount from pair')
    expect(rows.map((row) => row.amount)).toEqual([2n, 2n])
    // More runs only if the loser was quick enough to meet the winner twice.
    expect(runs).toBeGreaterThanOrEqual(3)
  })

  it('survives the end of its connections', async () => {
    await fresh.database
      .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
      .catch(() => undefined)
    const answer = async () => (await fresh.database.query('select 1 as one').catch(() => null))?.length
    await expect.poll(answer).toBe(1)
  })
})
