import { z } from 'zod'

/** Why our team froze a customer's money out, as far as the customer reads it. */
export const freezeHeading = z.enum(['wish', 'safety', 'review'])
export type FreezeHeading = z.infer<typeof freezeHeading>
