import { z } from 'zod'

/** Money on the wire out of the server: a decimal string of kobo, may be negative. */
export const koboText = z.string().regex(/^-?\d{1,19}$/)

/** Money on the wire into the server. Loose here so that each wrong amount gets its own message from parseKobo. */
export const uncheckedKobo = z.string().max(40)
