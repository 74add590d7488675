/** Limits of reselling, free of zod: the web reads them too. */

export const CUSTOMERS_MAX = 1_000
export const CUSTOMER_NAME_MAX_LENGTH = 80
export const CUSTOMER_NOTE_MAX_LENGTH = 200

/** Rows of one list. Each is an order of its own, all accepted in one transaction. */
export const BATCH_ROWS_MAX = 200
export const BATCH_BODY_MAX_BYTES = 64 * 1024

/** Longest period of one sales report, Lagos days. */
export const SALES_DAYS_MAX = 92
export const SALES_PAGE_MAX = 50
