import { z } from 'zod'
import { caseBody, caseMessageBody, caseSummary } from './support.ts'

/** A visitor writes to support without signing in, known only by an email they proved. */

/** Bounds only, as for a sign-in. */
const uncheckedEmail = z.string().max(508)

/** `POST /api/visitors/codes`: 202 and a code by email, the same whether or not the email has an account. */
export const visitorCodeBody = z.strictObject({ email: uncheckedEmail })

/** `POST /api/visitors/passes`: uses the code up. */
export const visitorPassBody = z.strictObject({ email: uncheckedEmail, code: z.string().max(80) })
export type VisitorPassBody = z.infer<typeof visitorPassBody>

/** A visitor's reports, newest first, and the pass that everything else under `/api/visitors` takes. */
export const visitorPass = z.object({
  /** For the `authorization` header, as `Bearer …`; never part of an address. */
  pass: z.string(),
  expiresAt: z.iso.datetime(),
  cases: z.array(caseSummary),
})
export type VisitorPass = z.infer<typeof visitorPass>

/** `POST /api/visitors/cases`: a report that names no payment. */
export const visitorCaseBody = caseBody.omit({ transactionId: true, pictures: true })
/** `POST /api/visitors/cases/:id/messages` */
export const visitorMessageBody = caseMessageBody.omit({ pictures: true })
export type VisitorCaseBody = z.infer<typeof visitorCaseBody>
