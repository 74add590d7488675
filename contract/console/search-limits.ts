export const SEARCH_MIN_LENGTH = 2
export const SEARCH_MAX_LENGTH = 100
/** The groups of results, in display order. */
export const SEARCH_GROUPS = ['customers', 'orders', 'deposits', 'cases'] as const
export type SearchGroup = (typeof SEARCH_GROUPS)[number]
/** How many of each group are shown. */
export const SEARCH_GROUP_MAX = 10
/** Per operator: searches, and terms of decisions, which reveal whether the typed text exists. */
export const LOOKUPS_PER_MINUTE = 60

const ID = /^(?:usr|ord|dep|cas)_[0-9a-z]{35}$/
const TRACKING_NUMBER = /^JR-[0-9A-Z]{4}-[0-9A-Z]{4}$/

/**
 * Whether the search text may be in the page's address. Our ids and case numbers reveal nothing about anybody; other
 * text may be personal, or usable by anyone who has it.
 */
export function isAddressable(text: string): boolean {
  return ID.test(text) || TRACKING_NUMBER.test(text)
}
