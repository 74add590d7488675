import { createHash } from 'node:crypto'

/** Parts of rows that versions before this one wrote. */

export const AT = `timestamptz '2026-11-21 11:00:00.123456+00'`
export const id = (prefix: string, n: number, what = '') => `${prefix}_${`${what}${n}`.padStart(35, '0')}`

export type Leg = readonly [from: string, to: string, kobo: number]

export function transfer(user: string, kind: string, subject: string | null, legs: readonly Leg[]): string {
  const list = (at: 0 | 1 | 2) => `array[${legs.map((leg) => (at === 2 ? leg[2] : `'${leg[at]}'`)).join(', ')}]`
  const key = subject === null ? kind : `${kind}:${subject}`
  // The same id each time it is made, so that what is made twice is the same.
  const name = `trf_${createHash('sha256').update(`${user} ${key}`).digest('hex').slice(0, 35)}`
  return `select ledger_post('${user}', '${name}', '${kind}', '${key}', ${subject === null ? 'null' : `'${subject}'`}, ${AT},
    ${list(0)}, ${list(1)}, ${list(2)}::bigint[])`
}
