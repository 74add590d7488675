/** Browsers per account that show alerts. A new one replaces the oldest. */
export const PUSH_SUBSCRIPTIONS_MAX = 5

/** The longest address of a browser at its push service. Those of Windows are the longest, with some 700 characters. */
export const PUSH_ENDPOINT_MAX_LENGTH = 2_000

/** A P-256 point, uncompressed, in base64url. */
export const PUSH_KEY_LENGTH = 87

/** 16 bytes in base64url. */
export const PUSH_AUTH_LENGTH = 22

/** How often an account's browsers may be changed per minute and address. */
export const PUSH_CHANGES_PER_MINUTE = 60

/** A push service may ask us to wait this long at most; then it is tried again. */
export const PUSH_RETRY_AFTER_MAX_MS = 60 * 60_000

/** How long a push service keeps a message for a browser it cannot reach. What is older is read in the app. */
export const PUSH_LIFETIME_MS = 24 * 60 * 60_000

/** The longest encrypted message that a push service takes, with its header (RFC 8291, section 4). */
export const PUSH_BODY_MAX_BYTES = 4_096
