import type { Fault, VtpassOperation } from '../faults.ts'
import type { Answer } from '../transport.ts'

/** One call, with everything unchecked. The fault is one that the endpoint itself must act out, or null. */
export type Call = {
  readonly body: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, string>>
  readonly fault: Fault | null
}

/** No answer at all: the connection is broken at once, or held open until the caller gives up. */
export type Silence = 'hang-up' | 'hold'

export type Endpoint = {
  readonly method: 'GET' | 'POST'
  /** Below `/vtpass/api`. */
  readonly path: string
  readonly operation: VtpassOperation
  readonly handle: (call: Call) => Answer | Silence
  /** True where the endpoint has its own way of declining; the others answer 034. */
  readonly actsOutDecline?: boolean
}
