import type { Refused } from './triggers.ts'

/** The columns of a row by name, as parameters of a statement. */
export type Row = Readonly<Record<string, unknown>>

/** An id with this prefix; the number makes it different. */
export const id = (prefix: string, number = 0) => `${prefix}_${number.toString(36).padStart(35, '0')}`
export const bytes = (count: number, fill = 1) => Buffer.alloc(count, fill)
export const word = (length: number, email = 'a') => email.repeat(length)

export const AT = new Date('2026-11-21T11:00:00.000Z')
export const LATER = new Date('2026-11-22T11:00:00.000Z')
/** The owner of a person's row. */
export const MINE = { user_id: id('usr') }
/** One more than the largest amount. Kobo. */
export const TOO_MUCH = 1_000_000_000_001n

/** The proofs of each table's rules, by its name. Each table comes after those it references. */
export type TableProofs = Readonly<Record<string, TableProof>>

export type TableProof = {
  /** A row that the database accepts, with all its columns. */
  readonly specimen: Row
  /** Changes to other specimens that must exist first. */
  readonly besides?: readonly { readonly table: string; readonly row: Row }[]
  /** The columns that may hold nothing. Every other column must refuse null. */
  readonly nullable?: readonly string[]
  /** Changes of the specimen that a check, key or unique index must refuse, by its name. */
  readonly refuses: Readonly<Record<string, readonly Row[]>>
  /** Statements that a trigger must refuse, by its name. */
  readonly triggers?: Readonly<Record<string, readonly Refused[]>>
}
