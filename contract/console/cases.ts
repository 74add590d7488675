import { z } from 'zod'
import { casePicture, caseStatus, caseTopic, sentPictures } from '#contract/support.ts'
import { CASE_OUTCOMES } from './case-outcomes.ts'
import { TEMPLATES } from './case-templates.ts'

const moment = z.iso.datetime()

/** A case's deadline when it was read. */
export const caseClock = z.object({
  /** Who has to write next; `nobody` when we wrote last and asked nothing. */
  waitsFor: z.enum(['us', 'customer', 'nobody']),
  /** The deadline for our answer; null while the clock is paused, and when nothing is due. */
  answerBy: moment.nullable(),
  isOverdue: z.boolean(),
  /** When the clock was paused, because we asked the customer something. */
  pausedAt: moment.nullable(),
  /** Time left at that moment; negative if it was overdue. */
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

/** Who has to write next, or that our answer is overdue. */
export const CASE_WAITS = ['us', 'customer', 'nobody', 'overdue'] as const

/** The filters of `GET /api/admin/cases`; without a status, cases that are not closed. */
export const casesQuery = z.strictObject({
  status: caseStatus.optional(),
  topic: caseTopic.optional(),
  waits: z.enum(CASE_WAITS).optional(),
  /** Pages of CASES_PAGE to show, up to CASES_SHOWN_MAX; absent: one. */
  pages: z
    .string()
    .regex(/^(?:[1-9]|10)$/)
    .optional(),
})
export type CasesQuery = z.infer<typeof casesQuery>

/** `GET /api/admin/cases`: by next deadline, then cases that wait for the customer, then cases that wait for nobody. */
export const casesAnswer = z.object({
  cases: z.array(listedCase),
  /** How many cases match the filters. */
  total: z.int(),
})
export type CasesAnswer = z.infer<typeof casesAnswer>

/** `GET /api/admin/cases/:id` */
export const consoleCase = z.object({
  trackingNumber: z.string(),
  status: caseStatus,
  topic: caseTopic,
  createdAt: moment,
  /**
   * The owner of the pictures; null for a visitor, who can send none. `openForMs`: how long a reason keeps them open.
   */
  customer: z.object({ id: z.string(), openForMs: z.int().nullable() }).nullable(),
  /** The customer's initials; for a visitor, only that they proved an email. */
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
  /** The pauses of the clock, oldest first; `until` is null for the current one. */
  pauses: z.array(z.object({ from: moment, until: moment.nullable(), endedBy: z.enum(['you', 'support']).nullable() })),
  /** Templates whose text is true of the case's order now. */
  templates: z.array(z.enum(TEMPLATES)),
  messages: z.array(
    z.object({
      author: z.enum(['you', 'support']),
      operator: z.string().nullable(),
      text: z.string(),
      at: moment,
      pictures: z.array(casePicture),
      picturesRemoved: z.int(),
    }),
  ),
  mayMove: z.boolean(),
})
export type ConsoleCase = z.infer<typeof consoleCase>

/** A loose bound: the use case refuses a long text with a specific message. */
const text = z.string().max(12_000)
/** A fingerprint of the order's facts in the text. If the facts have changed, the text is refused. */
const mark = z.string().regex(/^[0-9a-f]{64}$/)

/** `POST /api/admin/cases/:id/ask`. `mark` belongs to the templates in the text; absent without any. */
export const caseReplyBody = z.strictObject({ text, mark: mark.optional() })
export type CaseReplyBody = z.infer<typeof caseReplyBody>

/** `POST /api/admin/cases/:id/answer` */
export const caseAnswerBody = caseReplyBody.extend({ pictures: sentPictures.optional() })
export type CaseAnswerBody = z.infer<typeof caseAnswerBody>

/** `POST /api/admin/cases/:id/fill` */
export const caseFillBody = z.strictObject({ template: z.enum(TEMPLATES) })
export type CaseFillBody = z.infer<typeof caseFillBody>
export const filledTemplate = z.object({ text, mark })
export type FilledTemplate = z.infer<typeof filledTemplate>

/** `POST /api/admin/cases/:id/close` */
export const caseClosingBody = z.strictObject({ outcome: z.enum(CASE_OUTCOMES), note: z.string().max(1_000) })
export type CaseClosingBody = z.infer<typeof caseClosingBody>

export const caseMoved = z.object({ status: caseStatus })
