import { describe, expect, it } from 'vitest'
import { AppError } from '#server/platform/errors.ts'
import { BATCH_MAX, BATCH_UNDIVIDED, batched } from './batch.ts'
import { CommitUnknownError, type Database } from './database.ts'
import { transactionGuard } from './transaction-guard.ts'

type Command = { readonly name: string; readonly fails?: Error }
type Group = { readonly names: string[]; answer(): void; fail(error: Error): void }

/** Work that completes when the test says so, and the commands it received. */
function traveller({
  kind,
  ...of
}: {
  kind?: Database['kind']
  keyOf?: (command: Command) => string
  concurrency?: number
} = {}) {
  const groups: Group[] = []
  const on = { database: { kind } as Database }
  const send = batched<typeof on, Command, string>({
    ...of,
    work: (_, commands) =>
      new Promise((resolve, reject) => {
        const answers = commands.map(({ name, fails }) => fails ?? `${name} done`)
        groups.push({ names: commands.map(({ name }) => name), answer: () => resolve(answers), fail: reject })
      }),
  })
  return {
    on,
    groups,
    send: (name: string, fails?: Error) => send(on, fails === undefined ? { name } : { name, fails }),
  }
}

/** Commands leave in the next turn of the event loop; the next group leaves one turn after a group returns. */
async function turn(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise(setImmediate)
}

const sqlError = (code: string) => Object.assign(new Error(code), { code })

describe('commands that travel together', () => {
  it('a lone one leaves at once, and those that arrive with it', async () => {
    const { groups, send } = traveller()
    const sent = send('a')
    await turn()
    expect(groups.map(({ names }) => names)).toEqual([['a']])
    groups[0]?.answer()
    expect(await sent).toBe('a done')
  })

  it('the embedded database, which does one thing at a time, gets one group after the other', async () => {
    const { groups, send } = traveller({ kind: 'pglite', concurrency: 2 })
    const sent = Array.from({ length: 3 * BATCH_UNDIVIDED }, (_, i) => send(`${i}`))
    const late = send('late')
    await turn()
    expect(groups.map(({ names }) => names.length)).toEqual([3 * BATCH_UNDIVIDED + 1])
    const later = send('later')
    await turn()
    expect(groups).toHaveLength(1)
    groups[0]?.answer()
    await Promise.all([...sent, late])
    await turn()
    expect(groups[1]?.names).toEqual(['later'])
    groups[1]?.answer()
    await later
  })

  describe('of a crowd whose connections are accepted one in each turn', () => {
    /** Commands that arrive one per turn of the event loop, as requests do before the turn's callbacks run. */
    function crowd(kind: Database['kind'], count: number) {
      const { groups, send } = traveller({ kind })
      const arrive = (left: number): void => {
        if (left === 0) return
        setImmediate(() => arrive(left - 1))
        void send(`${left}`)
      }
      arrive(count)
      return groups
    }

    it.each([
      ['pglite', 10],
      ['postgres', 2],
    ] as const)('on %s %d leave together', async (kind, together) => {
      const groups = crowd(kind, 10)
      for (let i = 0; i < 12; i++) await new Promise(setImmediate)
      expect(groups.map(({ names }) => names.length)).toEqual([together])
    })

    it('and that never ends, no more than a group holds are waited for', async () => {
      const groups = crowd('pglite', 3 * BATCH_MAX)
      for (let i = 0; i < 2 * BATCH_MAX; i++) await new Promise(setImmediate)
      expect(groups.map(({ names }) => names.length)).toEqual([BATCH_MAX])
    })

    it.each(['pglite', 'postgres'] as const)('a lone one leaves in the next turn, on %s', async (kind) => {
      const groups = crowd(kind, 1)
      await new Promise(setImmediate)
      expect(groups.map(({ names }) => names)).toEqual([['1']])
    })
  })

  it('many that arrive at once are shared among the free concurrency, few go together', async () => {
    const { groups, send } = traveller({ concurrency: 2 })
    const sent = (count: number) => Array.from({ length: count }, (_, i) => send(`${i}`))
    const few = sent(BATCH_UNDIVIDED)
    await turn()
    for (const { answer } of groups) answer()
    await Promise.all(few)
    const many = sent(3 * BATCH_UNDIVIDED)
    await turn()
    const half = (3 * BATCH_UNDIVIDED) / 2
    expect(groups.map(({ names }) => names.length)).toEqual([BATCH_UNDIVIDED, half, half])
    for (const { answer } of groups) answer()
    await Promise.all(many)
  })

  it('those that arrive while one is under way leave together when it is back, each with its own answer', async () => {
    const { groups, send } = traveller()
    const first = send('a')
    await turn()
    const others = [send('b'), send('c')]
    await turn()
    expect(groups).toHaveLength(1)
    groups[0]?.answer()
    await first
    await turn()
    expect(groups.map(({ names }) => names)).toEqual([['a'], ['b', 'c']])
    groups[1]?.answer()
    expect(await Promise.all(others)).toEqual(['b done', 'c done'])
  })

  it('one that is refused harms none of its neighbours', async () => {
    const { groups, send } = traveller()
    const sent = [send('a'), send('b', new AppError('funds.insufficient')), send('c')]
    await turn()
    groups[0]?.answer()
    const settled = await Promise.allSettled(sent)
    expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code))).toEqual([
      'a done',
      'funds.insufficient',
      'c done',
    ])
  })

  it.each(['22P02', '23505', 'JL003'])(
    'when all are refused because of one (%s), each is tried alone',
    async (code) => {
      const { groups, send } = traveller()
      const sent = [send('a'), send('b')]
      await turn()
      groups[0]?.fail(sqlError(code))
      await turn()
      groups[1]?.fail(sqlError(code))
      await expect(sent[0]).rejects.toMatchObject({ code })
      await turn()
      groups[2]?.answer()
      expect(await sent[1]).toBe('b done')
      expect(groups.map(({ names }) => names)).toEqual([['a', 'b'], ['a'], ['b']])
    },
  )

  it.each([
    ['a commit nobody knows the end of', new CommitUnknownError(null)],
    ['a database that is away', sqlError('57P01')],
    ['a statement that took too long', sqlError('57014')],
    ['a fault of the program', new TypeError('fault')],
  ])('nothing is tried again after %s', async (_, error) => {
    const { groups, send } = traveller()
    const sent = [send('a'), send('b')]
    await turn()
    groups[0]?.fail(error)
    for (const each of sent) await expect(each).rejects.toBe(error)
    await turn()
    expect(groups).toHaveLength(1)
  })

  it('two with one key never travel together, and the later one waits for the earlier', async () => {
    const { groups, send } = traveller({ keyOf: ({ name }) => name })
    const sent = [send('a'), send('a'), send('b')]
    await turn()
    expect(groups.map(({ names }) => names)).toEqual([['a', 'b']])
    groups[0]?.answer()
    await sent[0]
    await turn()
    expect(groups[1]?.names).toEqual(['a'])
    groups[1]?.answer()
    expect(await sent[1]).toBe('a done')
  })

  it('no batch is larger than the limit, and every lane is used', async () => {
    const { groups, send } = traveller({ concurrency: 2 })
    for (let i = 0; i < 2 * BATCH_MAX + 5; i++) void send(String(i))
    await turn()
    expect(groups.map(({ names }) => names.length)).toEqual([BATCH_MAX, BATCH_MAX])
    groups[0]?.answer()
    await turn()
    expect(groups.map(({ names }) => names.length)).toEqual([BATCH_MAX, BATCH_MAX, 5])
  })

  it('is no way out of a transaction', async () => {
    const { on, send } = traveller()
    const inside = transactionGuard.run(on.database, async () => send('a'))
    await expect(inside).rejects.toThrow('inside a transaction')
  })
})
