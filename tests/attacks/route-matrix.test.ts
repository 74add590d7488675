import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import type { TestJara } from '#tests/support/jara.ts'
import type { Person } from '#tests/support/person.ts'
import { type Answer, type Attack, type Caller, requestOf, send } from './ask.ts'
import { CONSOLE } from './console-table.ts'
import { NEEDS, type Needs, ROUTES, type Row, WEB_FILES } from './route-table.ts'
import { type Route, startWithRoutes } from './router.ts'
import { makeVictim, rowsOf, type SessionState, type Victim } from './victim.ts'

type Expected = number | ErrorCode

const entries = Object.entries(ROUTES)
/** HEAD works wherever GET does, with the same headers. */
const withHead = entries.flatMap(([name, row]): [string, Row][] =>
  name.startsWith('GET ')
    ? [
        [name, row],
        [name.replace('GET', 'HEAD'), row],
      ]
    : [[name, row]],
)

/** The weakest sufficient session state. */
const ENOUGH: Readonly<Record<Needs, SessionState>> = {
  nothing: 'ended',
  session: 'locked',
  unlocked: 'stale',
  'just-proved': 'fresh',
  fresh: 'fresh',
}

const isAtLeast = (needs: Needs, least: Needs) => NEEDS.indexOf(needs) >= NEEDS.indexOf(least)

/** The expected response to callers who request their own data, with a session in this state or without a valid one. */
function expectedOf(row: Row, state: SessionState | 'none' | 'forged'): Expected {
  const { needs, owner = 200 } = row
  const isNone = state === 'none' || state === 'forged' || state === 'ended' || state === 'expired'
  if (isNone && isAtLeast(needs, 'session')) return 'session.none'
  const isLocked = state === 'locked' || state === 'open a day'
  if (isLocked && isAtLeast(needs, 'unlocked')) return 'session.locked'
  if (state === 'stale' && needs === 'just-proved') return 'pin.needed'
  if (state === 'stale' && needs === 'fresh') return 'session.not-fresh'
  return owner
}

describe('every route of the product', () => {
  let jara: TestJara
  let routes: readonly Route[]
  let victim: Victim
  let stranger: Person
  let attack: Attack
  let before: readonly string[]

  beforeAll(async () => {
    const started = await startWithRoutes('pglite')
    jara = started.jara
    routes = started.routes
    stranger = await jara.person('Bola Stranger')
    victim = await makeVictim(jara)
    attack = { jara, victim, made: new Set() }
    before = await rowsOf(jara, victim, attack.made)
  })
  afterAll(() => jara.close())

  async function ask(name: string, row: Row, caller: Caller): Promise<Answer> {
    return await send(jara, await requestOf(attack, name, row, caller))
  }

  /** Checks for the expected response; a refusal must have the standard shape and must not be cached. */
  function expectAnswer({ status, text, headers }: Answer, expected: Expected, isHead: boolean): void {
    const wanted = typeof expected === 'number' ? expected : ERRORS[expected].status
    expect({ status, text }).toEqual({ status: wanted, text })
    if (typeof expected === 'number') return
    expect(headers['cache-control']).toBe('no-store')
    if (!isHead) expect(JSON.parse(text).error.code).toBe(expected)
  }

  const expectNoSecret = ({ text }: Answer) => expect(victim.secrets.filter((each) => text.includes(each))).toEqual([])

  it('has a line in the table, and every line a route', () => {
    const known = new Set(withHead.map(([name]) => name))
    const asGet = (name: string) => name.replace(/^HEAD /, 'GET ')
    // The console's routes have their own table: console-matrix.test.ts.
    const names = routes
      .map(({ name }) => name)
      .filter((name) => !WEB_FILES.some((file) => file.test(asGet(name))) && !name.includes(CONSOLE))
    expect(names.filter((name) => !known.has(name))).toEqual([])
    expect([...known].filter((name) => !names.includes(name))).toEqual([])
  })

  it('that the description tells is in the router', () => {
    const names = new Set(routes.map(({ name }) => name))
    const told = Object.entries(jara.app.swagger().paths ?? {}).flatMap(([path, operations]) =>
      Object.keys(operations ?? {}).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(told.length).toBeGreaterThan(50)
    expect(told.filter((name) => !names.has(name))).toEqual([])
  })

  describe.each(withHead)('%s', (name, row) => {
    const isHead = name.startsWith('HEAD')

    it.each(['none', 'forged'] as const)('with a cookie that is %s', async (which) => {
      const cookie = which === 'none' ? null : `jara=${'A'.repeat(43)}`
      const answer = await ask(name, row, { person: victim.person, cookie })
      expectAnswer(answer, expectedOf(row, which), isHead)
      expectNoSecret(answer)
    })

    const refused = (['ended', 'expired', 'locked', 'open a day', 'stale'] as const).filter(
      (state) => row.needs === 'nothing' || expectedOf(row, state) !== (row.owner ?? 200),
    )
    it.each(refused)('with a session of its owner that is %s', async (state) => {
      const answer = await ask(name, row, { person: victim.person, state })
      expectAnswer(answer, expectedOf(row, state), isHead)
      expectNoSecret(answer)
    })

    it('for another person with a fresh session', async () => {
      const answer = await ask(name, row, { person: stranger, state: 'fresh' })
      expectAnswer(answer, row.stranger ?? row.owner ?? 200, isHead)
      expectNoSecret(answer)
    })
  })

  it('has changed nothing of the person who was attacked', async () => {
    expect(await rowsOf(jara, victim, attack.made)).toEqual(before)
  })

  it.each(withHead)('%s succeeds for its owner with the minimum required', async (name, row) => {
    const answer = await ask(name, row, { person: victim.person, state: ENOUGH[row.needs] })
    expectAnswer(answer, row.owner ?? 200, name.startsWith('HEAD'))
  })

  it('is not found by any other method, without a word on what is there', async () => {
    const { headers } = await requestOf(
      attack,
      'GET /api/me',
      { needs: 'session' },
      { person: stranger, state: 'fresh' },
    )
    const patterns = routes.map(({ name }) => new RegExp(`^${name.replace(/:\w+/g, '[^/]+')}$`))
    const apiUrls = new Set(
      entries.map(([name]) => name.split(' ')[1] ?? '').filter((url) => /^\/(api|webhooks)\//.test(url)),
    )
    for (const url of apiUrls) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']) {
        const address = url.replace(/:\w+/, victim.has.order)
        if (patterns.some((pattern) => pattern.test(`${method} ${address}`))) continue
        const answer = await send(jara, { method: method as 'GET', url: address, headers })
        expect([method, url, answer.status]).toEqual([method, url, 404])
        expect(answer.headers.allow ?? answer.headers['access-control-allow-origin']).toBeUndefined()
        expectNoSecret(answer)
      }
    }
  })
})
