import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Logger } from '#server/platform/log.ts'
import type { App } from './app.ts'
import { identifyCaller } from './identify-caller.ts'
import { largeInPieces } from './long-response.ts'

/** How much unread data a reader may leave in this process's memory. Beyond a limit, the connection is dropped. */
export type ReaderLimits = {
  /** Longest time without any progress of a waiting response, ms. Noticed at most as long again after that. */
  readonly stalledMs: number
  /** Longest time for a reader who takes a response bit by bit, ms. A page gives up a download after half of it. */
  readonly slowMs: number
  /** Unread bytes per reader: a session, or without one the address's network. */
  readonly ownMaxBytes: number
  /** Unread bytes of all readers together. */
  readonly allMaxBytes: number
  /** How often the last three are checked, ms. */
  readonly lookEveryMs: number
}

export const READER_LIMITS: ReaderLimits = {
  stalledMs: 30_000,
  slowMs: 120_000,
  ownMaxBytes: 16 * 1024 * 1024,
  allMaxBytes: 128 * 1024 * 1024,
  lookEveryMs: 1_000,
}

type Reading = {
  readonly request: FastifyRequest
  readonly response: ServerResponse
  /** Bytes of a large response not written yet. */
  unwrittenBytes: number
  /** When bytes began to wait; null while none do. */
  sinceMs: number | null
}
type Waiting = Reading & { readonly sinceMs: number; readonly bytes: number }

/**
 * Drops readers who read too slowly, whatever the response, so that idle readers hold no memory. The server needs
 * `connectionTimeout: stalledMs`: node:http then reports a connection without progress for that long.
 */
export function dropSlowReaders(app: App, log: Pick<Logger, 'info' | 'warn'>, limits: ReaderLimits): void {
  const open = new Map<ServerResponse, Reading>()

  app.addHook('onRequest', (request, reply, next) => {
    const response = reply.raw
    open.set(response, { request, response, unwrittenBytes: 0, sinceMs: null })
    const forget = () => open.delete(response)
    response.once('close', forget).once('finish', forget)
    // Without a listener the error would end the process.
    response.on('error', (error) => log.warn({ err: error }, 'a response broke off'))
    // With a listener, node:http closes nothing itself: a handler may take its time while there is nothing to read.
    response.on('timeout', () => {
      if (response.writableLength > 0) drop(request, 'stalled')
    })
    next()
  })

  app.addHook('onSend', (_request, reply, payload, next) => {
    const reading = open.get(reply.raw)
    const large = largeInPieces(payload, (leftBytes) => {
      if (reading !== undefined) reading.unwrittenBytes = leftBytes
    })
    if (large === null) return next(null, payload)
    reply.header('content-length', String(large.bytes))
    next(null, large.pieces)
  })

  function look(): void {
    const nowMs = performance.now()
    const waiting: Waiting[] = []
    for (const reading of open.values()) {
      const bytes = reading.response.writableLength + reading.unwrittenBytes
      if (bytes === 0) {
        reading.sinceMs = null
        continue
      }
      const sinceMs = reading.sinceMs ?? nowMs
      reading.sinceMs = sinceMs
      if (nowMs - sinceMs > limits.slowMs) drop(reading.request, 'slow')
      else waiting.push({ ...reading, sinceMs, bytes })
    }
    for (const { request } of beyondLimits(waiting, limits)) drop(request, 'too much waits')
  }

  function drop(request: FastifyRequest, why: string): void {
    log.info({ why, route: request.routeOptions.url ?? null }, 'a slow reader lost the connection')
    request.raw.socket.destroy()
  }

  const looking = setInterval(look, limits.lookEveryMs).unref()
  app.addHook('onClose', async () => clearInterval(looking))
}

/** The responses beyond the limits. The longest-waiting ones go first; each reader's newest may stay. */
function beyondLimits(waiting: readonly Waiting[], { ownMaxBytes, allMaxBytes }: ReaderLimits): Waiting[] {
  const ownBytes = new Map<string, number>()
  let allBytes = 0
  const newestFirst = waiting.toReversed().toSorted((one, other) => other.sinceMs - one.sinceMs)
  return newestFirst.filter(({ request, bytes }) => {
    const { who } = identifyCaller(request)
    const own = ownBytes.get(who) ?? 0
    const fits = (own === 0 || own + bytes <= ownMaxBytes) && (allBytes === 0 || allBytes + bytes <= allMaxBytes)
    if (!fits) return true
    ownBytes.set(who, own + bytes)
    allBytes += bytes
    return false
  })
}
