import { z } from 'zod'

/** What the web needs to know about this installation before anybody signs in: `GET /api/installation`. */
export const installation = z.object({
  mode: z.enum(['sandbox', 'live']),
  brand: z.string(),
  version: z.string(),
  /** Community chat and sandbox bank page; null when the operator set none. */
  links: z.object({ communityChat: z.url().nullable(), sandboxBank: z.url().nullable() }),
  /** Things every person should know now, such as "money out is paused". */
  notices: z.array(z.object({ id: z.string(), text: z.string(), since: z.iso.datetime() })),
})
export type Installation = z.infer<typeof installation>
