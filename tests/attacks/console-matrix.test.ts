import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayMake, mayRead, READS, type Read } from '#contract/console/permissions.ts'
import { ROLES, type Role } from '#contract/console/roles.ts'
import type { Enrolled } from '#contract/console/session.ts'
import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import type { OperatorRequestId } from '#contract/ids.ts'
import type { CaseStatus } from '#contract/support.ts'
import { freezeByOperator } from '#server/identity/accounts/operate-freezes.ts'
import { IN_TERMINAL } from '#server/identity/operators/audit-lines.ts'
import { readRoleChange, requestRoleChange } from '#server/identity/operators/change-role.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { openRecovery } from '#server/identity/recovery/operate-recoveries.ts'
import { listOpenNotices } from '#server/installation/settings/operate-bank-notices.ts'
import { readPauses } from '#server/suspension/pauses.ts'
import { bringTo, openedBy, uploadedBy } from '#tests/support/cases.ts'
import { atConsole, type ConsolePerson, consoleBrowser, enrolBy, linkFor } from '#tests/support/console.ts'
import { inReview, oldCode } from '#tests/support/endings.ts'
import type { TestJara } from '#tests/support/jara.ts'
import { fundingOf, issueForeignAccount } from '#tests/support/money-in.ts'
import { compared, DIFFERENCE, differ, OTHER_DIFFERENCE, STOP, stopBooks } from '#tests/support/needs-two.ts'
import { IS_NIGHTLY, sampled } from '#tests/support/nightly.ts'
import { operatorNamed } from '#tests/support/operators.ts'
import type { Person } from '#tests/support/person.ts'
import { airtime } from '#tests/support/purchases.ts'
import { putUpNotice, putUpPause } from '#tests/support/settings.ts'
import { type Answer, send } from './ask.ts'
import { CONSOLE, CONSOLE_ROUTES, type ConsoleRow } from './console-table.ts'
import { ROUTES } from './route-table.ts'
import { type Route, startWithRoutes } from './router.ts'

/** The session or origin with which a request arrives. */
const STATES = ['no session', 'a customer’s session', 'a locked session', 'an open session', 'another origin'] as const
type State = (typeof STATES)[number]

const FOREIGN: readonly Readonly<Record<string, string>>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

/** Whether the role matters: without an operator's session there is none. */
const isOfRole = (state: State) => state !== 'no session' && state !== 'a customer’s session'
/** One for each role, so that each route gets all of them together; in the nightly run each role gets all. */
const foreignOf = (role: Role) => sampled(FOREIGN, FOREIGN.length, ROLES.indexOf(role))

const rows = Object.entries(CONSOLE_ROUTES).flatMap(([name, row]): [string, ConsoleRow][] =>
  name.startsWith('GET ')
    ? [
        [name, row],
        [name.replace('GET', 'HEAD'), row],
      ]
    : [[name, row]],
)

const heads = rows.map(([name]) => name).filter((name) => name.startsWith('HEAD'))
/** A HEAD runs the same code as its GET: the roles take turns by route; in the nightly run every role asks. */
const rolesFor = (name: string) => (name.startsWith('HEAD') ? sampled(ROLES, ROLES.length, heads.indexOf(name)) : ROLES)

const isRead = (permission: string): permission is Read => permission in READS

/** Derived from the table and the permissions alone. */
function expectedOf({ needs, permission, answer = 200 }: ConsoleRow, role: Role, state: State): number | ErrorCode {
  if (state === 'another origin') return 'request.cross-site'
  if (needs === 'nothing') return answer
  if (state === 'no session' || state === 'a customer’s session') return 'operator.none'
  if (needs === 'session') return answer
  if (state === 'a locked session') return 'operator.locked'
  if (permission === undefined) return answer
  const isAllowed = isRead(permission) ? mayRead(role, permission) : mayMake(role, permission)
  return isAllowed ? answer : 'operator.not-allowed'
}

describe('every route of the console', () => {
  let jara: TestJara
  let routes: readonly Route[]
  let customer: Person
  let owner: Person
  let loser: Person
  let reporter: Person
  let maker: ProvenOperator
  let target: ProvenOperator
  let orderId: string
  let depositId: string
  let setAside: string
  let reviewed: string
  let bought: string
  let run: string
  let picture: string
  const people = new Map<Role, ConsolePerson>()

  beforeAll(async () => {
    ;({ jara, routes } = await startWithRoutes('pglite'))
    customer = await jara.person('Bola Customer')
    ;({ orderId, depositId, setAside } = await payments())
    picture = await uploadedBy(jara.url, customer)
    await openedBy(customer, { pictures: [picture] })
    owner = await jara.person('Obi Owner')
    reviewed = (await inReview(jara, customer)).id
    bought = (await oldCode(jara, customer)).id
    loser = await jara.person('Lola Loser')
    reporter = await jara.person('Rita Reporter')
    maker = await operatorNamed(jara.database, 'Mary Maker')
    target = await operatorNamed(jara.database, 'Tari Target', 'support')
    await stopBooks(jara)
    await differ(jara, { number: DIFFERENCE, differenceKobo: 50_000n })
    await differ(jara, { number: OTHER_DIFFERENCE, differenceKobo: -20_000n })
    run = await compared(jara)
    for (const role of ROLES) people.set(role, await atConsole(jara, `Role ${role}`, { role, confirmedBy: maker }))
  })
  afterAll(() => jara.close())

  /** The customer's order and deposit. */
  async function payments() {
    const order = await customer.buy(airtime())
    const { account } = await fundingOf(customer)
    await jara.sandbox.payIn({ accountNumber: account?.accountNumber ?? '', amountKobo: '100000' })
    await jara.settle()
    const [deposit] = await jara.database.query<{ id: string }>('select id from deposits where user_id = $1', [
      customer.id,
    ])
    await jara.sandbox.payIn({ accountNumber: await issueForeignAccount(jara), amountKobo: '70000' })
    await jara.settle()
    const [aside] = await jara.database.query<{ id: string }>("select id from deposits where state = 'quarantined'")
    return { orderId: order.id, depositId: deposit?.id ?? '', setAside: aside?.id ?? '' }
  }

  async function targetNow() {
    const { id, role } = await operatorNamed(jara.database, target.name)
    return { id, otherRole: role === 'support' ? 'finance' : 'support' }
  }

  /** Another operator's request to change a role, the same one until it is confirmed. */
  async function pendingRequest(): Promise<OperatorRequestId> {
    const { id: operator, otherRole: role } = await targetNow()
    const [open] = await jara.database.query<{ id: OperatorRequestId }>(
      `select id from operator_requests where confirmed_at is null and requested_by = $1 and content ->> 'to' = $2`,
      [maker.id, role],
    )
    if (open !== undefined) return open.id
    const change = await readRoleChange(jara.deps, { operator, role, uncheckedReason: 'A test of who may.' })
    return await requestRoleChange(jara.deps, { change, by: maker, where: IN_TERMINAL })
  }

  /** A case in this status, the same one until its status changes. */
  async function caseThat(status: CaseStatus): Promise<string> {
    const [found] = await jara.database.query<{ trackingNumber: string }>(
      'select tracking_number as "trackingNumber" from cases where user_id = $1 and status = $2 limit 1',
      [reporter.id, status],
    )
    if (found !== undefined) return found.trackingNumber
    const { id, trackingNumber } = await openedBy(reporter)
    await bringTo(jara.database, id, status)
    return trackingNumber
  }

  /** A case about the customer's order, always the same one. */
  async function caseAboutOrder(): Promise<string> {
    const [line] = await jara.database.query<{ id: string; trackingNumber: string | null }>(
      `select t.id, c.tracking_number as "trackingNumber" from transactions t left join cases c on c.transaction_id = t.id
       where t.user_id = $1 and t.order_id = $2`,
      [customer.id, orderId],
    )
    return line?.trackingNumber ?? (await openedBy(customer, { transactionId: line?.id })).trackingNumber
  }

  /** The email of a customer without a recovery: the same one until a recovery begins. */
  async function emailWithoutRecovery(): Promise<string> {
    const open = await jara.database.query(
      'select 1 from account_recoveries where user_id = $1 and stopped_at is null',
      [loser.id],
    )
    if (open.length > 0) loser = await jara.person('Lola Loser')
    return loser.email
  }

  /** An open recovery, the same one until it is stopped. */
  async function openRecoveryOf(): Promise<string> {
    const [open] = await jara.database.query<{ id: string }>(
      'select id from account_recoveries where user_id = $1 and stopped_at is null',
      [owner.id],
    )
    if (open !== undefined) return open.id
    const unchecked = {
      uncheckedEmail: owner.email,
      uncheckedNewEmail: 'new@example.ng',
      uncheckedReason: 'A passport.',
    }
    return await openRecovery(jara.deps, { ...unchecked, by: maker })
  }

  /** The email of a customer that our team has frozen, or not: the same one until that changes. */
  async function emailThatIs(state: 'frozen' | 'unfrozen'): Promise<string> {
    const [found] = await jara.database.query<{ email: string }>(
      `select email from users where full_name = 'Fola Frozen' and (operator_freeze_id is not null) = $1 limit 1`,
      [state === 'frozen'],
    )
    if (found !== undefined) return found.email
    const { email } = await jara.person('Fola Frozen')
    const asked = { whose: { email }, uncheckedHeading: 'safety', uncheckedReason: 'A test of who may.' }
    if (state === 'frozen') await freezeByOperator(jara.deps, { ...asked, by: maker })
    return email
  }

  /** The id of a current bank notice. */
  async function openNotice(): Promise<string> {
    const [open] = await listOpenNotices(jara.database, jara.clock.now())
    return (open ?? (await putUpNotice(jara, maker))).id
  }

  /** An active pause. */
  async function runningPause(): Promise<string> {
    const [running] = await readPauses(jara.database, jara.clock.now())
    return (running ?? (await putUpPause(jara, { by: maker }))).id
  }

  /** A filter of this operator, the same one until it is deleted. */
  async function filterOf({ operator }: ConsolePerson): Promise<string> {
    const [saved] = await jara.database.query<{ id: string }>(
      'select id from operator_filters where operator_id = $1 limit 1',
      [operator.id],
    )
    if (saved !== undefined) return saved.id
    const id = jara.deps.newId('flt')
    await jara.database.query(
      `insert into operator_filters (id, operator_id, screen, name, query, saved_at) values ($1, $2, 'cases', 'Own', 'waits=us', $3)`,
      [id, operator.id, jara.clock.now()],
    )
    return id
  }

  /** Signs the operator in again, so that requests do not affect each other, and returns the cookie to send. */
  async function cookieFor(caller: ConsolePerson, state: State): Promise<string> {
    if (state === 'no session') return ''
    if (state === 'a customer’s session') {
      const [, token = ''] = customer.cookie().split('=')
      return `jara=${token}; jara_operator=${token}`
    }
    await caller.browser.signIn(caller.authenticator)
    if (state === 'a locked session') await caller.browser.send('POST', '/api/admin/lock')
    return caller.browser.cookie()
  }

  async function ask(
    name: string,
    row: ConsoleRow,
    of: { role: Role; state: State; foreign?: object },
  ): Promise<Answer> {
    const caller = people.get(of.role) as ConsolePerson
    const cookie = await cookieFor(caller, of.state)
    const headers = { ...(cookie === '' ? {} : { cookie }), ...of.foreign }
    const call = async (method: string, url: string, body?: object) => {
      const request: InjectOptions = { method: method as 'GET', url, headers }
      return await send(jara, body === undefined ? request : { ...request, payload: body })
    }
    const asking = {
      jara,
      caller,
      customerId: customer.id,
      orderId,
      depositId,
      setAside,
      inReview: reviewed,
      oldCode: bought,
      target: targetNow,
      request: pendingRequest,
      stop: STOP,
      difference: DIFFERENCE,
      otherDifference: OTHER_DIFFERENCE,
      run,
      caseThat,
      caseAboutOrder,
      lost: emailWithoutRecovery,
      recovery: openRecoveryOf,
      frozen: () => emailThatIs('frozen'),
      unfrozen: () => emailThatIs('unfrozen'),
      notice: openNotice,
      pause: runningPause,
      picture,
      filter: () => filterOf(caller),
      async ask<Body>(path: string, body?: object) {
        const { status, text } = await call('POST', path, body)
        return status < 300 ? (JSON.parse(text) as Body) : null
      },
    }
    const [method = '', pattern = ''] = name.split(' ')
    const url = pattern.replace(':id', (await row.id?.(asking)) ?? '')
    const body = await row.body?.(asking)
    lastLine = await readLastLine()
    if (row.bytes !== undefined) {
      const sent = { ...headers, 'content-type': row.bytes.type }
      return await send(jara, {
        method: method as 'POST',
        url,
        headers: sent,
        payload: Buffer.from(await row.bytes.of()),
      })
    }
    return await call(method, url, body)
  }

  /** The number of the record's last line before the request. */
  let lastLine = 0n
  async function readLastLine(): Promise<bigint> {
    const [row] = await jara.database.query<{ last: bigint }>(
      'select coalesce(max(number), 0) as last from operator_audit',
    )
    return row?.last ?? 0n
  }

  it('has a line in the table, and every line a route', () => {
    const names = routes.map(({ name }) => name).filter((name) => name.includes(CONSOLE))
    expect(names.length).toBeGreaterThan(20)
    expect(names.toSorted()).toEqual(rows.map(([name]) => name).toSorted())
  })

  describe.each(rows)('%s', (name, row) => {
    const roles = rolesFor(name)
    const cases = roles.flatMap((role) =>
      STATES.filter((state) => IS_NIGHTLY || isOfRole(state) || role === roles[0]).map((state) => ({
        role,
        state,
        expected: expectedOf(row, role, state),
      })),
    )

    it.each(cases)('for $role with $state: $expected', async ({ role, state, expected }) => {
      for (const foreign of state === 'another origin' ? foreignOf(role) : [{}]) {
        const { status, text, headers } = await ask(name, row, { role, state, foreign })
        const wanted = typeof expected === 'number' ? expected : ERRORS[expected].status
        expect({ status, text }).toEqual({ status: wanted, text })
        expect(headers['cache-control']).toBe('no-store')
        if (typeof expected === 'string' && !name.startsWith('HEAD')) expect(JSON.parse(text).error.code).toBe(expected)
        // Every look and act of a role leaves a line: nobody can be looked at unseen.
        const isRecorded = row.needs === 'open' && row.isUnrecorded !== true
        if (typeof expected === 'number' && isRecorded) expect(await readLastLine()).toBeGreaterThan(lastLine)
      }
    })
  })

  const ofCustomers = Object.entries(ROUTES).filter(
    ([name, { needs }]) => needs !== 'nothing' && name.includes(' /api/'),
  )

  it.each(ofCustomers)('leaves %s closed to the session of an operator', async (name) => {
    const manager = people.get('manager') as ConsolePerson
    await manager.browser.signIn(manager.authenticator)
    const [, token = ''] = manager.browser.cookie().split('=')
    const [method = '', url = ''] = name.split(' ')
    for (const cookie of [manager.browser.cookie(), `jara=${token}`, `jara=${token}; jara_operator=${token}`]) {
      const payload = method === 'GET' || method === 'DELETE' ? {} : { payload: {} }
      const request = { method: method as 'GET', url: url.replace(/:\w+/, 'x'), headers: { cookie }, ...payload }
      const { status } = await send(jara, request)
      // Checks that precede the session may refuse first. Nothing is ever done.
      expect([cookie, status >= 400]).toEqual([cookie, true])
    }
  })

  it('lets no role confirm what it asked for itself', async () => {
    for (const role of ROLES) {
      const { browser, operator, authenticator } = people.get(role) as ConsolePerson
      await browser.signIn(authenticator)
      // Requests that every role may make.
      const { answer: enrolled } = await enrolBy(jara, consoleBrowser(jara), await linkFor(jara, operator))
      const { requestId } = enrolled.json<Enrolled>()
      const answer = await browser.decide(authenticator, `/api/admin/requests/${requestId}/confirm`)
      expect([role, answer.statusCode, answer.json().error?.message]).toEqual([
        role,
        409,
        'This takes two different people: one asks for it, another one confirms it.',
      ])
    }
  })

  it('names no role that the permissions do not know, and every role may sign in', () => {
    const roles = new Set<Role>([...people.keys()])
    expect([...roles].sort()).toEqual([...ROLES].sort())
  })
})
