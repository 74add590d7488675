import { z } from 'zod'
import { auditExportBody } from './audit.ts'
import { casesQuery } from './cases.ts'
import { FILTER_SCREENS } from './filter-limits.ts'
import { reportFileBody } from './reports.ts'
import { isAddressable, SEARCH_GROUPS } from './search-limits.ts'

/** Only search text that an address may contain: one of our ids or a case's number. */
const searchFilters = z.strictObject({
  for: z.string().max(100).refine(isAddressable).optional(),
  in: z.enum(SEARCH_GROUPS).optional(),
})

/** What can be saved for each screen: the filters in its address, and nothing else. */
const saved = z.discriminatedUnion('screen', [
  z.strictObject({ screen: z.literal('search'), filters: searchFilters }),
  z.strictObject({ screen: z.literal('cases'), filters: casesQuery }),
  z.strictObject({ screen: z.literal('audit'), filters: auditExportBody }),
  z.strictObject({ screen: z.literal('reports'), filters: reportFileBody }),
])

/** The use case limits the length and explains the limit. */
const uncheckedName = z.string().max(1_000)

/** `POST /api/admin/filters`: 201 */
export const filterBody = z.strictObject({ name: uncheckedName, of: saved })
export type FilterBody = z.infer<typeof filterBody>

/** `POST /api/admin/filters/:id`: renames a filter. */
export const filterNameBody = z.strictObject({ name: uncheckedName })

const savedFilter = z.object({
  id: z.string(),
  screen: z.enum(FILTER_SCREENS),
  name: z.string(),
  /** The query of the screen's address. */
  query: z.string(),
})
export type SavedFilter = z.infer<typeof savedFilter>

/** `GET /api/admin/filters`, and the answer to every change: the operator's own filters, by name. */
export const filtersAnswer = z.object({ filters: z.array(savedFilter) })
export type FiltersAnswer = z.infer<typeof filtersAnswer>
