/** The columns of a row by name, as parameters of a statement. */
export type Row = Readonly<Record<string, unknown>>

/** An id with this prefix; another number, another id. */
export const id = (prefix: string, number = 0) => `${prefix}_${number.toString(36).padStart(35, '0')}`
export const bytes = (count: number, fill = 1) => Buffer.alloc(count, fill)
export const word = (length: number, email = 'a') => email.repeat(length)

export const AT = new Date('2026-11-21T11:00:00.000Z')
export const LATER = new Date('2026-11-22T11:00:00.000Z')
/** Whose a row of a person is. */
export const MINE = { user_id: id('usr') }
