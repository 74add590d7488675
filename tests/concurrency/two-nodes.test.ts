import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Order, Quote } from '#contract/orders.ts'
import { expectBooksToBalance } from '#tests/support/books.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/free-port.ts'
import { joinAs, type Person, PIN } from '#tests/support/person.ts'
import { answering, type Running, run } from '#tests/support/processes.ts'
import { openSandboxControl } from '#tests/support/sandbox-control.ts'

/** One role that answers requests, one that works on jobs, one that does both: two of each on one PostgreSQL. */
const ROLES = ['web', 'all', 'worker'] as const
const PEOPLE = 4
const SETTLED_WITHIN_MS = 90_000

type Node = { readonly role: (typeof ROLES)[number]; readonly url: string; running: Running }
type Approved = { readonly status: number; readonly order: Order }

describe.runIf(databaseKinds.includes('postgres'))('several nodes on one database', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-nodes-'))
  const secret = randomBytes(32).toString('hex')
  const nodes: Node[] = []
  let fresh: FreshDatabase
  let world: { readonly env: Record<string, string>; readonly url: string; readonly running: Running }
  let people: Person[]

  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
    world = await startWorld()
    for (const role of ROLES) nodes.push(await startNode(role, await freePort()))
    people = await Promise.all(Array.from({ length: PEOPLE }, (_, i) => joinAs(web().url, `Ada Number ${'ABCD'[i]}`)))
  })
  afterAll(async () => {
    for (const { running } of [...nodes, world]) running.child.kill('SIGTERM')
    await Promise.all([...nodes, world].map(({ running }) => running.ended))
    await fresh.drop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  async function startWorld() {
    const [port, smtpPort] = [await freePort(), await freePort()]
    const env = { SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort), DATA_DIR: folder, PORT: '9' }
    const url = `http://localhost:${port}`
    const running = run('sandbox/main.ts', env)
    await answering(`${url}/control/state`, running)
    return { env, url, running }
  }

  async function startNode(role: Node['role'], port: number): Promise<Node> {
    const running = run('server/main.ts', {
      ...world.env,
      PORT: String(port),
      JARA_ROLE: role,
      JARA_SECRET: secret,
      DATABASE_URL: fresh.url ?? '',
      LOG_LEVEL: 'error',
      REQUESTS_PER_MINUTE: '1000000',
      REQUESTS_AT_ONCE: '1000000',
    })
    const url = `http://localhost:${port}`
    const isReady = () => fetch(`${url}/readyz`)
    // A worker has no port: it prints that it is ready.
    await answering(url, running, role === 'worker' ? async () => ({ ok: /is ready/.test(running.output()) }) : isReady)
    return { role, url, running }
  }

  const answers = () => nodes.filter(({ role }) => role !== 'worker')
  const web = () => nodeOf('web')
  function nodeOf(role: Node['role']): Node {
    const node = nodes.find((each) => each.role === role)
    if (node === undefined) throw new Error(`no node is ${role}`)
    return node
  }

  /** One request to one node. Null: no reply, or none that states the outcome. */
  async function ask<Body>(node: Node, person: Person, method: string, to: string, body?: unknown) {
    const headers = { cookie: person.cookie(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
    const text = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(node.url + to, { method, headers, ...text }).catch(() => null)
    if (answer === null || answer.status >= 500) return null
    const said = await answer.json().catch(() => null)
    return said === null ? null : { status: answer.status, body: said as Body }
  }

  async function bodyOf(person: Person, quote: Quote) {
    const pinProof = await person.device.pinProof(PIN)
    const signature = await person.device.sign('order', quote.challenge, quote.terms)
    return { quoteId: quote.id, approval: { deviceId: person.deviceId, pinProof, signature } }
  }

  /** Behaves like a page behind a proxy: repeats an unanswered request unchanged, at whichever node is available. */
  async function untilAnswered<Body>(person: Person, method: string, to: string, body: unknown) {
    for (const untilMs = performance.now() + SETTLED_WITHIN_MS; performance.now() < untilMs; ) {
      for (const node of answers().toSorted(() => Math.random() - 0.5)) {
        const answer = await ask<Body>(node, person, method, to, body)
        if (answer !== null) return answer
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    throw new Error(`${method} ${to}: no node answered`)
  }

  async function order(person: Person, amountKobo: bigint): Promise<Approved> {
    const wanted = { kind: 'withdrawal', bankCode: '044', accountNumber: '0123456784', amountKobo: String(amountKobo) }
    const { body } = await untilAnswered<{ quote: Quote }>(person, 'POST', '/api/quotes', wanted)
    const approval = await bodyOf(person, body.quote)
    const answer = await untilAnswered<{ order: Order }>(person, 'POST', '/api/orders', approval)
    return { status: answer.status, order: answer.body.order }
  }

  /** Every order was sent once by some worker and arrived once, and nothing else arrived. */
  async function expectEachSentOnce(): Promise<void> {
    const open = () => fresh.database.query("select 1 from orders where state not in ('settled', 'released')")
    await expect.poll(async () => (await open()).length, { interval: 200 }).toBe(0)
    const orders = await fresh.database.query<{ id: string; reference: string; sent: number }>(
      `select id, reference, (select count(*)::int from order_steps s where s.order_id = o.id and s.state = 'in_flight') as sent
       from orders o`,
    )
    expect(orders.filter(({ sent }) => sent !== 1)).toEqual([])
    const { transfers } = await openSandboxControl(world.url).truth()
    expect(transfers.map((each) => each.reference).toSorted()).toEqual(orders.map((each) => each.reference).toSorted())
    expect(transfers.filter(({ status }) => status !== 'paid')).toEqual([])
    await expectBooksToBalance(fresh.database)
  }

  it('tell an open page of one node what another one did', async () => {
    const [ada] = people
    if (ada === undefined) throw new Error('nobody is there')
    const stop = new AbortController()
    // This node does no work: everything it reports, it learned from others.
    const stream = await fetch(`${web().url}/api/events`, { headers: { cookie: ada.cookie() }, signal: stop.signal })
    const heard = { text: '' }
    const hearing = (async () => {
      for await (const chunk of stream.body ?? []) heard.text += Buffer.from(chunk).toString()
    })().catch(() => undefined)
    await expect.poll(() => heard.text).toContain('retry:')

    const quote = await ada.quote(10_000n)
    const approved = await ask<{ order: Order }>(nodeOf('all'), ada, 'POST', '/api/orders', await bodyOf(ada, quote))
    expect(approved?.status).toBe(201)
    const { id } = approved?.body.order ?? { id: 'none' }
    await expect.poll(() => heard.text).toContain(`"orderId":"${id}"`)
    stop.abort()
    await hearing
  })

  it('make one order of an approval that reaches two of them at the same time', async () => {
    const before = await fresh.database.query('select 1 from orders')
    const wanted = people.flatMap((person) => Array.from({ length: 5 }, () => person))
    const pairs = await Promise.all(
      wanted.map(async (person, i) => {
        const approval = await bodyOf(person, await person.quote(BigInt(20_000 + i)))
        const both = answers().map((node) => ask<{ order: Order }>(node, person, 'POST', '/api/orders', approval))
        return await Promise.all(both)
      }),
    )
    for (const [one, other] of pairs) {
      expect([one?.status, other?.status].toSorted()).toEqual([200, 201])
      expect(one?.body.order.id).toBe(other?.body.order.id)
    }
    expect(await fresh.database.query('select 1 from orders')).toHaveLength(before.length + pairs.length)
    await expectEachSentOnce()
  })

  it('lose no acknowledged order while each of them is restarted in turn', async () => {
    let restarting = true
    const approved: Approved[][] = people.map(() => [])
    const buying = people.map(async (person, i) => {
      while (restarting) approved[i]?.push(await order(person, 10_000n))
    })
    const fewest = () => Math.min(...approved.map((own) => own.length))
    const restart = (async () => {
      for (const [i, node] of nodes.entries()) {
        // Each time, everybody is in the middle of it.
        await expect.poll(fewest).toBeGreaterThan(i)
        node.running.child.kill('SIGTERM')
        expect(await node.running.ended).toBe(0)
        nodes[i] = await startNode(node.role, Number(new URL(node.url).port))
      }
    })().finally(() => {
      restarting = false
    })
    await Promise.all([...buying, restart])
    const acknowledged = approved.flat()
    expect(acknowledged.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
    const kept = await fresh.database.query<{ id: string }>('select id from orders where id = any($1::text[])', [
      acknowledged.map(({ order: { id } }) => id),
    ])
    expect(new Set(kept.map(({ id }) => id)).size).toBe(acknowledged.length)
    await expectEachSentOnce()
  })
})
