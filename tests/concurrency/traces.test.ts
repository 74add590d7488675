import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { traceOfOrder } from '#server/platform/tracing/order-trace.ts'
import { type CollectedSpan, type Collector, startCollector } from '#tests/support/collector.ts'
import { databaseKinds, type FreshDatabase, freshDatabase } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/free-port.ts'
import { joinAs, type Person } from '#tests/support/person.ts'
import { answering, type Running, run } from '#tests/support/processes.ts'

/** Draining and closing the database may take ten seconds. */
const ENDED_WITHIN_MS = 9_000

/** Appends the address of each module that a program loads to the file in LOADED. */
const NOTES_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  import { appendFileSync } from 'node:fs'
  registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED, url + '\\n'); return next(url, context) } })
`)}`

describe.runIf(databaseKinds.includes('postgres'))('a web process and a worker', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jara-traces-'))
  const secret = randomBytes(32).toString('hex')
  const running: Running[] = []
  let fresh: FreshDatabase
  let collector: Collector
  let world: Record<string, string>
  let ada: Person
  let web: { url: string; running: Running }
  let worker: Running

  beforeAll(async () => {
    fresh = await freshDatabase('postgres')
    collector = await startCollector()
    const [sandboxPort, smtpPort, port] = [await freePort(), await freePort(), await freePort()]
    world = {
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      DATA_DIR: folder,
      PORT: String(port),
    }
    const sandbox = begin('sandbox/main.ts', world)
    await answering(`http://localhost:${sandboxPort}/control/state`, sandbox)
    web = {
      url: `http://localhost:${port}`,
      running: startServer('web', { ...traced(), LOADED: path.join(folder, 'web') }),
    }
    await answering(`${web.url}/readyz`, web.running)
    worker = await startWorker()
    ada = await joinAs(web.url, 'Ada Obi')
  })
  afterAll(async () => {
    for (const { child } of running) child.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
    await collector.close()
    await fresh.drop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  function begin(file: string, env: Record<string, string>): Running {
    const program = run(file, env)
    running.push(program)
    return program
  }

  function startServer(role: 'web' | 'worker', settings: Record<string, string>): Running {
    const notes = settings.LOADED === undefined ? {} : { NODE_OPTIONS: `--import=${NOTES_MODULES}` }
    return begin('server/main.ts', {
      ...world,
      JARA_ROLE: role,
      JARA_SECRET: secret,
      DATABASE_URL: fresh.url ?? '',
      LOG_LEVEL: 'error',
      ...notes,
      ...settings,
    })
  }

  const traced = () => ({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })
  async function startWorker(): Promise<Running> {
    const program = startServer('worker', traced())
    await answering(web.url, program, async () => ({ ok: /is ready/.test(program.output()) }))
    return program
  }

  const traceOf = (id: string) => collector.trace(traceOfOrder(id).traceId)
  const proved = (id: string) => expect.poll(async () => (await ada.order(id)).state)
  function only(spans: readonly CollectedSpan[], name: string): CollectedSpan {
    const [one, ...others] = spans.filter((each) => each.name === name)
    if (one === undefined || others.length > 0) throw new Error(`${name}: ${spans.map((each) => each.name).join(', ')}`)
    return one
  }
  const loaded = (file: string) =>
    fs
      .readFileSync(path.join(folder, file), 'utf8')
      .split('\n')
      .flatMap((url) => /\/server\/platform\/tracing\/([\w-]+)\.ts/.exec(url)?.[1] ?? [])
      .toSorted()

  it('make one trace of an order, from its approval to the provider’s proof', async () => {
    const { id } = await ada.withdraw(120_000n)
    await proved(id).toBe('settled')
    const namesOf = (role: string) =>
      traceOf(id)
        .filter(({ process }) => process['jara.role'] === role)
        .map(({ name }) => name)
    /** Spans whose parent has not arrived: parents end later, and may be in a later batch. */
    const orphans = () => {
      const spans = traceOf(id)
      const ids = new Set(spans.map(({ spanId }) => spanId))
      return spans.filter(({ parentId }) => parentId !== null && !ids.has(parentId)).map(({ name }) => name)
    }
    await expect.poll(() => namesOf('web')).toEqual(expect.arrayContaining(['POST /api/orders', 'order placed']))
    const byWorker = [
      'order work',
      'paystack sendTransfer',
      'order verification',
      'paystack verifyTransfer',
      'order settled',
    ]
    await expect.poll(() => namesOf('worker')).toEqual(expect.arrayContaining(byWorker))
    // Every span has a parent in the same trace, up to the request that approved the order.
    await expect.poll(orphans).toEqual([])
    const spans = traceOf(id)
    expect(only(spans, 'order settled').process['jara.role']).toBe('worker')
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length)
    expect(spans.filter(({ parentId }) => parentId === null).map(({ name }) => name)).toEqual(['POST /api/orders'])
  })

  it('send their remaining spans at shutdown', async () => {
    const { id } = await ada.withdraw(121_000n)
    await proved(id).toBe('settled')
    worker.child.kill('SIGTERM')
    expect(await worker.ended).toBe(0)
    expect(traceOf(id).map(({ name }) => name)).toContain('order settled')
  })

  it('carry out orders and stop in time while the collector hangs', async () => {
    worker = await startWorker()
    collector.mood = 'hang'
    const asked = collector.requests.length
    const { id } = await ada.withdraw(122_000n)
    await proved(id).toBe('settled')
    await expect.poll(() => collector.requests.length).toBeGreaterThan(asked)
    const startedMs = performance.now()
    worker.child.kill('SIGTERM')
    expect(await worker.ended).toBe(0)
    expect(performance.now() - startedMs).toBeLessThan(ENDED_WITHIN_MS)
    collector.mood = 'takes'
  })

  it('load no tracing code without a collector', async () => {
    expect(loaded('web')).toEqual(expect.arrayContaining(['follow', 'otlp', 'span-queue', 'start-tracing', 'tracing']))
    web.running.child.kill('SIGTERM')
    expect(await web.running.ended).toBe(0)
    const plain = startServer('web', { LOADED: path.join(folder, 'plain') })
    await answering(`${web.url}/readyz`, plain)
    const { id } = await ada.withdraw(123_000n)
    expect((await ada.order(id)).state).toBe('held')
    expect(loaded('plain')).toEqual(['tracing'])
    expect(traceOf(id)).toEqual([])
  })
})
