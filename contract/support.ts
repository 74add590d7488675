import { z } from 'zod'
import { CASE_PICTURES_PER_MESSAGE_MAX, CASE_STATUSES, CASE_TOPICS } from './support-limits.ts'

/** An idempotency key that the page makes before it sends, and reuses when the answer is lost. */
const key = z.string().regex(/^[A-Za-z0-9_-]{16,64}$/)
/** Loose here, so that a text that is too long gets a specific message. */
const uncheckedText = z.string().max(12_000)

/** Pictures that were uploaded before, in the order in which they are shown. */
export const sentPictures = z.array(z.string().max(60)).max(CASE_PICTURES_PER_MESSAGE_MAX)

export const caseTopic = z.enum(CASE_TOPICS)
export type CaseTopic = z.infer<typeof caseTopic>

/** What an operator did: nothing yet, took it up, answered, closed it. Never set by a timer. */
export const caseStatus = z.enum(CASE_STATUSES)
export type CaseStatus = z.infer<typeof caseStatus>

/** `POST /api/cases`: 201, or 200 with the first answer when the key was seen before. */
export const caseBody = z.strictObject({
  key,
  topic: caseTopic,
  /** The history line the report is about; null: none. */
  transactionId: z.string().max(60).nullable(),
  text: uncheckedText,
  pictures: sentPictures.optional(),
})
export type CaseBody = z.infer<typeof caseBody>

/** `POST /api/cases/:id/messages`: 201, or 200 when the key was seen before. */
export const caseMessageBody = z.strictObject({ key, text: uncheckedText, pictures: sentPictures.optional() })
export type CaseMessageBody = z.infer<typeof caseMessageBody>

const author = z.enum(['you', 'support'])

/** A picture in a message, its size in pixels. Its bytes have an address of their own. */
export const casePicture = z.object({ id: z.string(), width: z.int(), height: z.int() })
export type CasePicture = z.infer<typeof casePicture>

/** `POST /api/case-pictures`, whose body is a JPEG, PNG or WebP: 201. It stays unsent until a message names it. */
export const newCasePicture = z.object({ picture: casePicture })
export type NewCasePicture = z.infer<typeof newCasePicture>

export const caseMessage = z.object({
  from: author,
  text: z.string(),
  at: z.iso.datetime(),
  pictures: z.array(casePicture),
  /** Pictures that were sent with it and are no longer stored. */
  picturesRemoved: z.int(),
})
export type CaseMessage = z.infer<typeof caseMessage>

export const caseSummary = z.object({
  id: z.string(),
  /** The number a person quotes to support: `JR-7K4M-2QXD`. */
  trackingNumber: z.string(),
  topic: caseTopic,
  transactionId: z.string().nullable(),
  status: caseStatus,
  /** When an operator set this status; before that, when the report was received. */
  statusAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  lastMessage: z.object({ from: author, at: z.iso.datetime() }),
  /** When support asked the question that is still open; null: none is open. */
  asksSince: z.iso.datetime().nullable(),
})
export type CaseSummary = z.infer<typeof caseSummary>

/** `GET /api/cases`: newest first, at most CASES_SHOWN_MAX. */
export const casesAnswer = z.object({ cases: z.array(caseSummary) })
export type CasesAnswer = z.infer<typeof casesAnswer>

export const caseDetail = caseSummary.extend({
  /** Oldest first; the first is the report itself. */
  messages: z.array(caseMessage),
})
export type CaseDetail = z.infer<typeof caseDetail>

/** `GET /api/cases/:id`, and the answer to every write. */
export const caseAnswer = z.object({ case: caseDetail })
export type CaseAnswer = z.infer<typeof caseAnswer>
