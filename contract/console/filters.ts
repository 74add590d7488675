import { z } from 'zod'
import { auditExportBody } from './audit.ts'
import { casesQuery } from './cases.ts'
import { FILTER_SCREENS } from './filter-limits.ts'
import { reportFileBody } from './reports.ts'
import { isAddressable, SEARCH_GROUPS } from './search-limits.ts'

/** Of a search's words only what may be in an address: an id of ours or a case's number. */
const searchFilters = z.strictObject({
  for: z.string().max(100).refine(isAddressable).optional(),
  in: z.enum(SEARCH_GROUPS).optional(),
})

/** What can be saved of each screen: its filters as they are in its address, and nothing else. */
const saved = z.discriminatedUnion('screen', [
  z.strictObject({ screen: z.literal('search'), filters: searchFilters }),
  z.strictObject({ screen: z.literal('cases'), filters: casesQuery }),
  z.strictObject({ screen: z.literal('audit'), filters: auditExportBody }),
  z.strictObject({ screen: z.literal('reports'), filters: reportFileBody }),
])

/** Bounded by the use case, which says how. */
const uncheckedName = z.string().max(1_000)

/** `POST /api/admin/filters`: 201 */
export const filterBody = z.strictObject({ name: uncheckedName, of: saved })
export type FilterBody = z.infer<typeof filterBody>

/** `POST /api/admin/filters/:id`: another name. */
export const filterNameBody = z.strictObject({ name: uncheckedName })

const savedFilter = z.object({
  id: z.string(),
  screen: z.enum(FILTER_SCREENS),
  name: z.string(),
  /** The query of the screen's address. */
  query: z.string(),
})
export type SavedFilter = z.infer<typeof savedFilter>

/** `GET /api/admin/filters`, and the answer to everything that changes them: one's own, by name. */
export const filtersAnswer = z.object({ filters: z.array(savedFilter) })
export type FiltersAnswer = z.infer<typeof filtersAnswer>
