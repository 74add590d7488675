import { AppError } from '#server/platform/errors.ts'

export type Caller = {
  /** A browser, or an address that many may share. The two never have the same name. */
  readonly who: string
  readonly isShared: boolean
  /** The request may call a provider. */
  readonly asksProvider: boolean
}

/** All places are taken (`server.busy`), or all that the caller may have and wait for (`request.too-many`). */
export type Refusal = { readonly code: 'server.busy' | 'request.too-many'; readonly retryAfterS: number }

export type ConcurrencyLimits = {
  /** Most requests in work at once, for all callers together. */
  readonly maxConcurrent: number
  /** How long a request beyond the caller's share waits for another of theirs to end, ms. */
  readonly waitMs: number
}

export type ConcurrencyLimiter = {
  /** Why a request would be refused now; null when it would get a place or may wait for one. */
  refusalOf(who: string): Refusal | null
  /**
   * Runs the work in a place, which is freed when the work ends, even if nobody waits for it any more.
   *
   * @throws AppError server.busy when all slots are taken, request.too-many when the caller's own are and none came
   *   free in time; the work was not begun
   */
  run<T>(asking: Caller, work: (place: Place) => T | Promise<T>): Promise<T>
}

/** The place of a request in work. Nobody keeps one while their caller sends or reads. */
export type Place = {
  /** Frees it before the work has ended. */
  leave(): void
  /** Takes a place again if it was freed. */
  enter(): Promise<void>
}

/** One browser's share of all slots, so that others hardly notice one that sends as fast as it can. */
const SHARE = 1 / 64
/** An address's share, for everyone without a session: phones of one network share addresses. */
const SHARED_SHARE = 1 / 16
/** At most this many requests of one client may wait, as a share of all slots. */
const WAITING = 1 / 4
/** At most this share of the slots, overall and per client, may wait on a provider, so a hung provider cannot starve the rest. */
const FOR_PROVIDERS = 1 / 2
/** The wait asked of a refused request, s: a minimum plus a spread, so that not all come back together. */
const RETRY_AFTER_S = 1
const RETRY_SPREAD_S = 3

type Waiter = { readonly asksProvider: boolean; readonly enter: () => void }
type Own = { readonly share: number; taken: number; asking: number; readonly waiting: Set<Waiter> }

/**
 * Bounds the requests that one process works on, overall and per caller, so that overload costs little and memory stays
 * bounded. Nothing is stored about clients without requests in progress.
 */
export function createConcurrencyLimiter({ maxConcurrent: atOnce, waitMs }: ConcurrencyLimits): ConcurrencyLimiter {
  const waitingMax = partOf(atOnce, WAITING)
  const askingMax = partOf(atOnce, FOR_PROVIDERS)
  const owners = new Map<string, Own>()
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
    own.taken < own.share && !(asksProvider && own.asking >= partOf(own.share, FOR_PROVIDERS))
  // Waiting takes no place; its limit is the same number.
  const mayWait = (own: Own) => own.waiting.size < waitingMax && waiting < atOnce

  function take(own: Own, asksProvider: boolean): void {
    taken++
    own.taken++
    if (!asksProvider) return
    asking++
    own.asking++
  }

  function leave({ who, asksProvider }: Caller, own: Own): void {
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
    if (own.taken === 0 && own.waiting.size === 0) owners.delete(who)
  }

  /** Resolves once the request has a place, taken in the same tick as it was freed. */
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

  async function enter({ who, isShared, asksProvider }: Caller): Promise<Own> {
    if (isTaken(asksProvider)) throw toError(refusal('server.busy'))
    const own = owners.get(who) ?? newOwn(partOf(atOnce, isShared ? SHARED_SHARE : SHARE))
    if (hasShare(own, asksProvider)) {
      owners.set(who, own)
      take(own, asksProvider)
    } else {
      if (!mayWait(own)) throw toError(refusal('request.too-many'))
      await wait(own, asksProvider)
    }
    return own
  }

  return {
    refusalOf(who) {
      if (taken >= atOnce) return refusal('server.busy')
      const own = waiting === 0 ? undefined : owners.get(who)
      return own !== undefined && own.taken >= own.share && !mayWait(own) ? refusal('request.too-many') : null
    },
    async run(request, work) {
      let own: Own | null = await enter(request)
      const place: Place = {
        leave() {
          if (own !== null) leave(request, own)
          own = null
        },
        async enter() {
          own ??= await enter(request)
        },
      }
      try {
        return await work(place)
      } finally {
        place.leave()
      }
    },
  }
}

function newOwn(share: number): Own {
  return { share, taken: 0, asking: 0, waiting: new Set() }
}

function partOf(whole: number, part: number): number {
  return Math.max(1, Math.floor(whole * part))
}

function toError({ code, retryAfterS }: Refusal): AppError {
  return new AppError(code, { retryAfterS })
}
