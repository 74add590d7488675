import type { Row } from './specimen.ts'
import { MONEY } from './specimens-of-money.ts'
import { PEOPLE } from './specimens-of-people.ts'
import { HOUSE } from './specimens-of-the-house.ts'

/** One row of every table that the database accepts, each after those it refers to. */
export const SPECIMENS: Readonly<Record<string, Row>> = { ...HOUSE, ...PEOPLE, ...MONEY }
