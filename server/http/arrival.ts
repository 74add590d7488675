/** How long a request may take to arrive. Whoever is slower is answered 408 and the connection is closed. */
export type ArrivalLimits = {
  /** The head, from the connection or the end of the answer before on, ms. */
  readonly headMs: number
  /** The whole request with its body, ms. */
  readonly wholeMs: number
  /** How often the connections are looked at, ms: nobody is refused later than this after a limit. */
  readonly lookEveryMs: number
}

/** Together at most 20 s. Node looks every 30 s unless it is told. */
export const ARRIVAL_LIMITS: ArrivalLimits = { headMs: 10_000, wholeMs: 15_000, lookEveryMs: 5_000 }

/** The limits as the settings of node:http and of Fastify, which sets the whole request's itself. */
export function arrivalSettings({ headMs, wholeMs, lookEveryMs }: ArrivalLimits) {
  return {
    requestTimeout: wholeMs,
    http: { requestTimeout: wholeMs, headersTimeout: headMs, connectionsCheckingInterval: lookEveryMs },
  }
}
