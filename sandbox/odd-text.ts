import type { Silence } from './endpoint.ts'
import type { Fault } from './faults.ts'
import type { Answer } from './transport.ts'
import { isObject } from './unchecked.ts'

/** An answer under the fault `odd-text`: every field of that name says the text, whatever it would have said. */
export function withOddText(answer: Answer | Silence, fault: Fault | null): Answer | Silence {
  if (fault?.fault !== 'odd-text' || typeof answer === 'string') return answer
  const { field = '', text = '' } = fault
  return { ...answer, body: saying(answer.body, field, text) }
}

function saying(value: unknown, field: string, text: string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => saying(each, field, text))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, name === field ? text : saying(each, field, text)]),
  )
}
