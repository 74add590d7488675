import { AppError } from '../errors.ts'

/** Who asks, and whether an answer may need a provider. */
export type Asking = { readonly who: string; readonly asksProvider: boolean }

/** All places are taken (`server.busy`), or all that one browser may have and wait for (`request.too-many`). */
export type Refusal = { readonly code: 'server.busy' | 'request.too-many'; readonly retryAfterS: number }

export type PlaceLimits = {
  /** Requests of everybody that are in work at once. */
  readonly atOnce: number
  /** A request beyond its browser's share waits this long for one of that browser to end, ms. */
  readonly waitMs: number
}

export type Places = {
  /** Why a request of this browser would be refused if it came now; null when it would have a place, or might wait for one. */
  refusalOf(who: string): Refusal | null
  /**
   * Does the work in a place, which is given back when the work has ended, whether or not anybody still waits for it.
   *
   * @throws AppError server.busy when all places are taken, request.too-many when the browser's own are and none came free in
   *   time; the work was not begun
   */
  run<T>(asking: Asking, work: () => T | Promise<T>): Promise<T>
}

/** One browser may have this part of all places, and as many of its requests may wait as four times that. */
const SHARE = 1 / 16
const WAITING_TO_SHARE = 4
/** Of all places, and of a browser's own, so many may be with requests that ask a provider: its silence takes no others. */
const FOR_PROVIDERS = 1 / 2
/** What a refused request is told to wait: at least, and up to this much longer, so that not all come back together. */
const RETRY_AFTER_S = 1
const RETRY_SPREAD_S = 3

type Waiter = { readonly asksProvider: boolean; readonly enter: () => void }
type Own = { taken: number; asking: number; readonly waiting: Set<Waiter> }

/**
 * Bounds what one process works on at once, for everybody together and for each browser, so that more requests than it can
 * answer cost it little and its memory is bounded. Nothing is kept of a browser that has nothing in work.
 */
export function createPlaces({ atOnce, waitMs }: PlaceLimits): Places {
  const share = partOf(atOnce, SHARE)
  const waitingMax = share * WAITING_TO_SHARE
  const askingMax = partOf(atOnce, FOR_PROVIDERS)
  const ownAskingMax = partOf(share, FOR_PROVIDERS)
  const browsers = new Map<string, Own>()
  let taken = 0
  let asking = 0
  let waiting = 0
  let refusals = 0

  const refusal = (code: Refusal['code']): Refusal => ({
    code,
    retryAfterS: RETRY_AFTER_S + (refusals++ % RETRY_SPREAD_S),
  })
  const isTaken = (asksProvider: boolean) => taken >= atOnce || (asksProvider && asking >= askingMax)
  const hasShare = (own: Own, asksProvider: boolean) =>
    own.taken < share && !(asksProvider && own.asking >= ownAskingMax)
  // Waiting takes no place, and has the same bound.
  const mayWait = (own: Own) => own.waiting.size < waitingMax && waiting < atOnce

  function take(own: Own, asksProvider: boolean): void {
    taken++
    own.taken++
    if (!asksProvider) return
    asking++
    own.asking++
  }

  function leave({ who, asksProvider }: Asking, own: Own): void {
    taken--
    own.taken--
    if (asksProvider) {
      asking--
      own.asking--
    }
    for (const waiter of own.waiting) {
      if (isTaken(waiter.asksProvider) || !hasShare(own, waiter.asksProvider)) continue
      waiter.enter()
      return
    }
    if (own.taken === 0 && own.waiting.size === 0) browsers.delete(who)
  }

  /** Ends once the request has a place: it is taken for it in the same instant as the other one is given back. */
  function wait(own: Own, asksProvider: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer)
        own.waiting.delete(waiter)
        waiting--
      }
      const waiter: Waiter = {
        asksProvider,
        enter() {
          end()
          take(own, asksProvider)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        end()
        reject(toError(refusal('request.too-many')))
      }, waitMs)
      own.waiting.add(waiter)
      waiting++
    })
  }

  return {
    refusalOf(who) {
      if (taken >= atOnce) return refusal('server.busy')
      const own = waiting === 0 ? undefined : browsers.get(who)
      return own !== undefined && own.taken >= share && !mayWait(own) ? refusal('request.too-many') : null
    },
    async run(request, work) {
      const { who, asksProvider } = request
      if (isTaken(asksProvider)) throw toError(refusal('server.busy'))
      const own = browsers.get(who) ?? { taken: 0, asking: 0, waiting: new Set() }
      if (hasShare(own, asksProvider)) {
        browsers.set(who, own)
        take(own, asksProvider)
      } else {
        if (!mayWait(own)) throw toError(refusal('request.too-many'))
        await wait(own, asksProvider)
      }
      try {
        return await work()
      } finally {
        leave(request, own)
      }
    },
  }
}

function partOf(whole: number, part: number): number {
  return Math.max(1, Math.floor(whole * part))
}

function toError({ code, retryAfterS }: Refusal): AppError {
  return new AppError(code, { retryAfterS })
}
