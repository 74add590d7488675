import type { Read } from './permissions.ts'

/** Filters that one operator may have saved. */
export const FILTERS_MAX = 30
/** Characters. The database refuses more. */
export const FILTER_NAME_MAX_LENGTH = 40
/** The address's query, characters. The database refuses more. */
export const FILTER_QUERY_MAX_LENGTH = 200

/** The screens whose filters can be saved. */
export const FILTER_SCREENS = ['search', 'cases', 'audit', 'reports'] as const
export type FilterScreen = (typeof FILTER_SCREENS)[number]

/** What a role has to allow for such a filter. */
export const SCREEN_READS = {
  search: 'search',
  cases: 'list-cases',
  audit: 'look-at-audit',
  reports: 'look-at-reports',
} as const satisfies Readonly<Record<FilterScreen, Read>>
