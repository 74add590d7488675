import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { CommitUnknownError, type Database } from './database.ts'
import { transactionGuard } from './guard.ts'
import { TOGETHER_MAX, together } from './together.ts'

type Command = { readonly name: string; readonly fails?: Error }
type Group = { readonly names: string[]; answer(): void; fail(error: Error): void }

/** Work that is done when the test says so, and what was handed to it. */
function traveller(of: { keyOf?: (command: Command) => string; lanes?: number } = {}) {
  const groups: Group[] = []
  const on = { database: {} as Database }
  const send = together<typeof on, Command, string>({
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

const sqlError = (code: string) => Object.assign(new Error(code), { code })

describe('commands that travel together', () => {
  it('a lone one leaves at once', async () => {
    const { groups, send } = traveller()
    const sent = send('a')
    expect(groups.map(({ names }) => names)).toEqual([['a']])
    groups[0]?.answer()
    expect(await sent).toBe('a done')
  })

  it('those that arrive while one is under way leave together when it is back, each with its own answer', async () => {
    const { groups, send } = traveller()
    const first = send('a')
    const others = [send('b'), send('c')]
    expect(groups).toHaveLength(1)
    groups[0]?.answer()
    await first
    await Promise.resolve()
    expect(groups.map(({ names }) => names)).toEqual([['a'], ['b', 'c']])
    groups[1]?.answer()
    expect(await Promise.all(others)).toEqual(['b done', 'c done'])
  })

  it('one that is refused harms none of its neighbours', async () => {
    const { groups, send } = traveller()
    const sent = [send('a'), send('b', new AppError('funds.insufficient')), send('c')]
    groups[0]?.answer()
    await sent[0]
    await Promise.resolve()
    groups[1]?.answer()
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
      const sent = [send('a'), send('b'), send('c')]
      groups[0]?.answer()
      await sent[0]
      await Promise.resolve()
      groups[1]?.fail(sqlError(code))
      await new Promise(setImmediate)
      groups[2]?.fail(sqlError(code))
      await expect(sent[1]).rejects.toMatchObject({ code })
      await new Promise(setImmediate)
      groups[3]?.answer()
      expect(await sent[2]).toBe('c done')
      expect(groups.map(({ names }) => names)).toEqual([['a'], ['b', 'c'], ['b'], ['c']])
    },
  )

  it.each([
    ['a commit nobody knows the end of', new CommitUnknownError(null)],
    ['a database that is away', sqlError('57P01')],
    ['a statement that took too long', sqlError('57014')],
    ['a fault of the program', new TypeError('fault')],
  ])('nothing is tried again after %s', async (_, error) => {
    const { groups, send } = traveller()
    const sent = [send('a'), send('b'), send('c')]
    groups[0]?.answer()
    await sent[0]
    await Promise.resolve()
    groups[1]?.fail(error)
    for (const each of sent.slice(1)) await expect(each).rejects.toBe(error)
    expect(groups).toHaveLength(2)
  })

  it('two with one key never travel together, and the later one waits for the earlier', async () => {
    const { groups, send } = traveller({ keyOf: ({ name }) => name })
    const sent = [send('x'), send('a'), send('a'), send('b')]
    groups[0]?.answer()
    await sent[0]
    await Promise.resolve()
    expect(groups[1]?.names).toEqual(['a', 'b'])
    groups[1]?.answer()
    await sent[1]
    await Promise.resolve()
    expect(groups[2]?.names).toEqual(['a'])
    groups[2]?.answer()
    expect(await sent[2]).toBe('a done')
  })

  it('no more leave together than the bound, and every lane is used', async () => {
    const { groups, send } = traveller({ lanes: 2 })
    const sent = Array.from({ length: TOGETHER_MAX + 5 }, (_, i) => send(String(i)))
    expect(groups.map(({ names }) => names.length)).toEqual([1, 1])
    groups[0]?.answer()
    await sent[0]
    await Promise.resolve()
    expect(groups.map(({ names }) => names.length)).toEqual([1, 1, TOGETHER_MAX])
    groups[1]?.answer()
    await sent[1]
    await Promise.resolve()
    expect(groups[3]?.names).toHaveLength(3)
  })

  it('is no way out of a transaction', async () => {
    const { on, send } = traveller()
    const inside = transactionGuard.run(on.database, async () => send('a'))
    await expect(inside).rejects.toThrow('inside a transaction')
  })
})
