import { z } from 'zod'
import { caseStatus, caseTopic } from '#contract/support.ts'
import { CASE_OUTCOMES } from './case-outcomes.ts'
import { TEMPLATES } from './case-templates.ts'

const moment = z.iso.datetime()

/** A case's deadline as of the look. */
export const caseClock = z.object({
  /** Who has to write next: `nobody` once we wrote last and asked nothing. */
  waitsFor: z.enum(['us', 'customer', 'nobody']),
  /** By when we answer; null while the clock stands still, and when nothing is due. */
  answerBy: moment.nullable(),
  isOverdue: z.boolean(),
  /** Since when the clock stands still, because we asked the customer something. */
  pausedAt: moment.nullable(),
  /** What was left then, below zero when it was overdue. */
  leftMs: z.number().nullable(),
})
export type CaseClock = z.infer<typeof caseClock>

const listedCase = z.object({
  trackingNumber: z.string(),
  status: caseStatus,
  topic: caseTopic,
  lastFrom: z.enum(['you', 'support']),
  lastAt: moment,
  clock: caseClock,
})

/** `GET /api/admin/cases`: by the next deadline, then those that wait for the customer, then those that wait for nobody. */
export const casesAnswer = z.object({ cases: z.array(listedCase) })
export type CasesAnswer = z.infer<typeof casesAnswer>

/** `GET /api/admin/cases/:id` */
export const consoleCase = z.object({
  trackingNumber: z.string(),
  status: caseStatus,
  topic: caseTopic,
  createdAt: moment,
  /** Initials; of a visitor, who has only proved an email, none. */
  from: z.string(),
  payment: z
    .object({
      title: z.string(),
      amountKobo: z.string(),
      status: z.string(),
      createdAt: moment,
      reference: z.string(),
      orderId: z.string().nullable(),
      depositId: z.string().nullable(),
    })
    .nullable(),
  clock: caseClock,
  /** When the clock stood still, oldest first; `until` is null while it does. */
  pauses: z.array(z.object({ from: moment, until: moment.nullable(), endedBy: z.enum(['you', 'support']).nullable() })),
  /** Those that are true of its order now. */
  templates: z.array(z.enum(TEMPLATES)),
  messages: z.array(
    z.object({
      author: z.enum(['you', 'support']),
      operator: z.string().nullable(),
      text: z.string(),
      at: moment,
    }),
  ),
  mayMove: z.boolean(),
})
export type ConsoleCase = z.infer<typeof consoleCase>

/** Loose here, so that a text that is too long gets its own sentence. */
const text = z.string().max(12_000)
/** Says of which facts of the order the text is: it is refused once they have changed. */
const mark = z.string().regex(/^[0-9a-f]{64}$/)

/** `POST /api/admin/cases/:id/answer` and `…/ask`. `mark` is of the templates in it; without it there are none. */
export const caseReplyBody = z.strictObject({ text, mark: mark.optional() })
export type CaseReplyBody = z.infer<typeof caseReplyBody>

/** `POST /api/admin/cases/:id/fill` */
export const caseFillBody = z.strictObject({ template: z.enum(TEMPLATES) })
export type CaseFillBody = z.infer<typeof caseFillBody>
export const filledTemplate = z.object({ text, mark })
export type FilledTemplate = z.infer<typeof filledTemplate>

/** `POST /api/admin/cases/:id/close` */
export const caseClosingBody = z.strictObject({ outcome: z.enum(CASE_OUTCOMES), note: z.string().max(1_000) })
export type CaseClosingBody = z.infer<typeof caseClosingBody>

export const caseMoved = z.object({ status: caseStatus })
