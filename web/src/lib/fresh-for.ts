import { deviceNow } from './clock.ts'

type Answer = { readonly state: { readonly dataUpdatedAt: number } }

/**
 * How long an answer is shown without asking again, ms. The library uses the phone's clock: once somebody set it back,
 * a balance would stay for as long as the clock was ahead. So an answer from the future is asked for again.
 */
export function freshFor(ms: number): (answer: Answer) => number {
  return ({ state }) => (state.dataUpdatedAt > deviceNow() ? Number.NEGATIVE_INFINITY : ms)
}
