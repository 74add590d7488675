import type { Fault } from './faults.ts'
import type { Answer, Silence } from './transport.ts'
import { isObject } from './unchecked.ts'

/** Applies the fault `odd-text`: every field of that name, or the first, gets its text instead of its own value. */
export function withOddText(answer: Answer | Silence, fault: Fault | null): Answer | Silence {
  if (fault?.fault !== 'odd-text' || typeof answer === 'string') return answer
  const { field = '', text = '', first = false } = fault
  let left = first ? 1 : Number.POSITIVE_INFINITY
  const sayIn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sayIn)
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, name === field && left-- > 0 ? text : sayIn(each)]),
    )
  }
  return { ...answer, body: sayIn(answer.body) }
}
