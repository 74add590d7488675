import { BPC_RETURN_MS } from '#contract/constants.ts'
import { DAY_MS } from '#contract/time.ts'

/** How long an unused BPC can be returned, days. */
export const RETURN_DAYS = BPC_RETURN_MS / DAY_MS
