import type { Read } from './permissions.ts'

/** Saved filters per operator. */
export const FILTERS_MAX = 30
/** Characters. The database refuses more. */
export const FILTER_NAME_MAX_LENGTH = 40
/** The address's query, characters. The database refuses more. */
export const FILTER_QUERY_MAX_LENGTH = 200

/** The screens whose filters can be saved. */
export const FILTER_SCREENS = ['search', 'cases', 'audit', 'reports'] as const
export type FilterScreen = (typeof FILTER_SCREENS)[number]

/** The read that a role needs to save a filter of each screen. */
export const SCREEN_READS = {
  search: 'search',
  cases: 'list-cases',
  audit: 'look-at-audit',
  reports: 'look-at-reports',
} as const satisfies Readonly<Record<FilterScreen, Read>>
