export const SEARCH_MIN_LENGTH = 2
export const SEARCH_MAX_LENGTH = 100
/** What is found, in this order. */
export const SEARCH_GROUPS = ['customers', 'orders', 'deposits', 'cases'] as const
export type SearchGroup = (typeof SEARCH_GROUPS)[number]
/** How many of each group are shown. */
export const SEARCH_GROUP_MAX = 10
/** By one operator: searches, and terms of decisions, which say whether there is what was typed. */
export const LOOKUPS_PER_MINUTE = 60

const ID = /^(?:usr|ord|dep|cas)_[0-9a-z]{35}$/
const TRACKING_NUMBER = /^JR-[0-9A-Z]{4}-[0-9A-Z]{4}$/

/**
 * Whether what is searched for may be in the page's address: an id of ours or a case's number says nothing about anybody. All
 * else may be personal, or work for anyone who has it.
 */
export function isAddressable(text: string): boolean {
  return ID.test(text) || TRACKING_NUMBER.test(text)
}
