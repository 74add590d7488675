import { z } from 'zod'
import { caseStatus, caseTopic } from '#contract/support.ts'
import { CASE_OUTCOMES } from './case-outcomes.ts'

const listedCase = z.object({
  trackingNumber: z.string(),
  status: caseStatus,
  topic: caseTopic,
  lastFrom: z.enum(['you', 'support']),
  lastAt: z.iso.datetime(),
})

/** `GET /api/admin/cases`: those whose last word is a person's come first, the longest wait at the top. */
export const casesAnswer = z.object({ cases: z.array(listedCase) })
export type CasesAnswer = z.infer<typeof casesAnswer>

/** `GET /api/admin/cases/:id` */
export const consoleCase = z.object({
  trackingNumber: z.string(),
  status: caseStatus,
  topic: caseTopic,
  createdAt: z.iso.datetime(),
  /** Initials; of a visitor, who has only proved an email, none. */
  from: z.string(),
  payment: z
    .object({
      title: z.string(),
      amountKobo: z.string(),
      status: z.string(),
      createdAt: z.iso.datetime(),
      reference: z.string(),
    })
    .nullable(),
  messages: z.array(
    z.object({
      author: z.enum(['you', 'support']),
      operator: z.string().nullable(),
      text: z.string(),
      at: z.iso.datetime(),
    }),
  ),
  mayMove: z.boolean(),
})
export type ConsoleCase = z.infer<typeof consoleCase>

/** `POST /api/admin/cases/:id/answer`. Loose here, so that a text that is too long gets its own sentence. */
export const caseReplyBody = z.strictObject({ text: z.string().max(12_000) })

/** `POST /api/admin/cases/:id/close` */
export const caseClosingBody = z.strictObject({ outcome: z.enum(CASE_OUTCOMES), note: z.string().max(1_000) })
export type CaseClosingBody = z.infer<typeof caseClosingBody>

export const caseMoved = z.object({ status: caseStatus })
