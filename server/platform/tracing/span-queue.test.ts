import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EndedSpan } from './otlp.ts'
import { createSpanQueue, type Posted } from './span-queue.ts'

const ACCEPTED: Posted = { outcome: 'accepted', rejected: 0 }
const LATER: Posted = { outcome: 'later', cause: 'ECONNREFUSED', afterMs: null }

describe('spans that wait for a collector', () => {
  let counts: { sent: number; dropped: number }
  let lines: string[]
  let posted: number[]
  let answers: (Posted | Promise<Posted>)[]

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    counts = { sent: 0, dropped: 0 }
    lines = []
    posted = []
    answers = []
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const open = (limits = {}) =>
    createSpanQueue(
      {
        async post(spans) {
          posted.push(spans.length)
          return (await answers.shift()) ?? ACCEPTED
        },
        metrics: { countSpans: (outcome, spans) => (counts[outcome] += spans) },
        log: {
          warn: (...words: unknown[]) => lines.push(JSON.stringify(words)),
          info: (text: unknown) => lines.push(String(text)),
        },
      },
      limits,
    )
  const add = (queue: ReturnType<typeof open>, count: number) => {
    for (let i = 0; i < count; i++) queue.add(SPAN)
  }
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

  it('are sent together after a second', async () => {
    const queue = open()
    add(queue, 3)
    await pass(999)
    expect(posted).toEqual([])
    await pass(1)
    expect(posted).toEqual([3])
    expect(counts).toEqual({ sent: 3, dropped: 0 })
  })

  it('are sent in batches, one at a time', async () => {
    const queue = open()
    add(queue, 1_200)
    await pass(1_000)
    expect(posted).toEqual([512])
    await pass(1)
    expect(posted).toEqual([512, 512])
    await pass(1_000)
    expect(posted).toEqual([512, 512, 176])
    expect(counts.sent).toBe(1_200)
  })

  it('are dropped and counted if too many wait, whatever the collector does', async () => {
    const queue = open({ waitingMax: 10 })
    answers = [new Promise(() => undefined)]
    add(queue, 10)
    await pass(1_000)
    add(queue, 90)
    expect(counts).toEqual({ sent: 0, dropped: 90 })
    expect(posted).toEqual([10])
  })

  it('are retried at growing intervals while the collector is unreachable, with a log line at the start and at the end', async () => {
    const queue = open()
    answers = [LATER, LATER, LATER]
    add(queue, 2)
    await pass(1_000)
    await pass(1_000)
    expect(posted).toEqual([2, 2])
    await pass(1_999)
    expect(posted).toHaveLength(2)
    await pass(1)
    expect(posted).toHaveLength(3)
    await pass(4_000)
    expect(posted).toEqual([2, 2, 2, 2])
    expect(counts).toEqual({ sent: 2, dropped: 0 })
    expect(lines).toEqual([
      '[{"cause":"ECONNREFUSED"},"the collector does not take traces"]',
      'the collector takes traces again',
    ])
  })

  it('survive an outage of half a minute, all of them, while they find room', async () => {
    const queue = open()
    answers = [LATER, LATER, LATER, LATER, LATER]
    for (let second = 0; second < 31; second++) {
      add(queue, 20)
      await pass(1_000)
    }
    await pass(5_000)
    expect(counts).toEqual({ sent: 620, dropped: 0 })
  })

  it('wait as long as the collector says, a minute at most', async () => {
    const queue = open()
    answers = [
      { outcome: 'later', cause: 'http 429', afterMs: 30_000 },
      { outcome: 'later', cause: 'http 429', afterMs: 86_400_000 },
    ]
    add(queue, 1)
    await pass(1_000)
    await pass(29_999)
    expect(posted).toHaveLength(1)
    await pass(1)
    expect(posted).toHaveLength(2)
    await pass(60_000)
    expect(counts.sent).toBe(1)
  })

  it('are dropped and counted if the collector refuses them, all or some', async () => {
    const queue = open()
    answers = [
      { outcome: 'refused', cause: 'http 400' },
      { outcome: 'accepted', rejected: 2 },
    ]
    add(queue, 5)
    await pass(1_000)
    add(queue, 5)
    await pass(1_000)
    expect(counts).toEqual({ sent: 3, dropped: 7 })
  })

  it('are sent at shutdown, after the batch in flight', async () => {
    const queue = open()
    const underWay = Promise.withResolvers<Posted>()
    answers = [underWay.promise]
    add(queue, 4)
    await pass(1_000)
    add(queue, 700)
    const closed = queue.close()
    underWay.resolve(ACCEPTED)
    await pass(0)
    await closed
    expect(posted).toEqual([4, 512, 188])
    expect(counts).toEqual({ sent: 704, dropped: 0 })
    queue.add(SPAN)
    expect(counts.dropped).toBe(1)
  })

  it.each([
    ['hangs', new Promise<Posted>(() => undefined)],
    ['is unreachable', LATER],
  ])('delay shutdown by at most a second and a half if the collector %s', async (_, answer) => {
    const queue = open()
    answers = [answer, answer]
    add(queue, 4)
    let isClosed = false
    const closed = queue.close().then(() => {
      isClosed = true
    })
    await pass(1_500)
    expect(isClosed).toBe(true)
    await closed
    expect(counts).toEqual({ sent: 0, dropped: 4 })
  })
})

const SPAN: EndedSpan = {
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  parentId: null,
  name: 'order work',
  kind: 'internal',
  startMs: 1,
  endMs: 2,
  facts: {},
  hasFailed: false,
  link: null,
}
