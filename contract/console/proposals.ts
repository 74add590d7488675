import { z } from 'zod'
import { decisionOptions } from './operators.ts'
import { signedBody } from './session.ts'

/** Longer than any terms: those for channels can have fourteen addresses of 500 characters. */
const TERMS_MAX_LENGTH = 10_000

/** One account's balance before and after, kobo; `beforeKobo` is null if nothing was stored. */
export const posting = z.object({ account: z.string(), beforeKobo: z.string().nullable(), afterKobo: z.string() })
export type Posting = z.infer<typeof posting>

/** What confirming a request does, as of now. */
const preview = z.object({
  /** The act in one sentence. */
  summary: z.string(),
  /** Its consequences, a sentence each. */
  effects: z.array(z.string()),
  /** Computed by the code that posts. */
  postings: z.array(posting),
  reason: z.string().nullable(),
})

const proposal = preview.extend({
  id: z.string(),
  act: z.string(),
  requestedBy: z.string(),
  requestedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  mayConfirm: z.boolean(),
  /** Why the operator who reads this cannot confirm it, or why nobody can any more. */
  whyNot: z.string().nullable(),
})
export type Proposal = z.infer<typeof proposal>

const stop = z.object({
  id: z.string(),
  reason: z.enum(['books', 'restored', 'clock']),
  detail: z.string(),
  stoppedAt: z.iso.datetime(),
  /** Whether two operators lift it; a reconciliation lifts the stop of a restored backup. */
  byOperators: z.boolean(),
})
export type Stop = z.infer<typeof stop>

const requestId = z.string().regex(/^orq_[0-9a-z]{35}$/)

/** `GET /api/admin/proposals`: `after` is the `next` of the page before. */
export const proposalsQuery = z.strictObject({ after: requestId.optional() })
export type ProposalsQuery = z.infer<typeof proposalsQuery>
export const proposalsAnswer = z.object({
  /** Those that end first come first. */
  proposals: z.array(proposal),
  /** For the next page; null at the end. */
  next: z.string().nullable(),
  /** How many wait in all. */
  total: z.int(),
  stops: z.array(stop),
  mayResume: z.boolean(),
})
export type ProposalsAnswer = z.infer<typeof proposalsAnswer>

/** `POST /api/admin/requests/:id/confirm/options`: the terms that are signed, and what they say as data. */
export const confirmOptions = decisionOptions.extend({
  ...preview.shape,
  /** Not in the terms: personal details, because signed text is stored for good, and counts that keep changing. */
  details: z.array(z.object({ label: z.string(), value: z.string() })),
})
export type ConfirmOptions = z.infer<typeof confirmOptions>

/** `POST /api/admin/requests/:id/confirm`: `shown` are the terms as they were shown. */
export const confirmBody = signedBody.extend({ shown: z.string().max(TERMS_MAX_LENGTH).optional() })
export type ConfirmBody = z.infer<typeof confirmBody>
