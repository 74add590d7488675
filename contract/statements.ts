import { z } from 'zod'
import { transactionsFilter } from './transactions.ts'

/**
 * `POST /api/statements/csv` and `/pdf`: Lagos days, both included, at most STATEMENT_DAYS_MAX of them. With a filter
 * it lists the chosen lines without opening and closing balance.
 */
export const statementBody = z.strictObject({ from: z.iso.date(), to: z.iso.date(), ...transactionsFilter })
export type StatementBody = z.infer<typeof statementBody>
