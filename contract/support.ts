import { z } from 'zod'
import { CASE_PICTURES_PER_MESSAGE_MAX, CASE_STATUSES, CASE_TOPICS } from './support-limits.ts'

/**
 * Made by the page before it sends, and sent again when the answer was lost: the same key is the same report or message.
 */
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
  /** A line of the person's own history, when it is about one. */
  transactionId: z.string().max(60).nullable(),
  text: uncheckedText,
  pictures: sentPictures.optional(),
})
export type CaseBody = z.infer<typeof caseBody>

/** `POST /api/cases/:id/messages`: 201, or 200 when the key was seen before. */
export const caseMessageBody = z.strictObject({ key, text: uncheckedText, pictures: sentPictures.optional() })
export type CaseMessageBody = z.infer<typeof caseMessageBody>

const author = z.enum(['you', 'support'])

/** A picture of a message's; its bytes are at an address of its own. Pixels. */
export const casePicture = z.object({ id: z.string(), width: z.int(), height: z.int() })
export type CasePicture = z.infer<typeof casePicture>

/** `POST /api/case-pictures`, whose body is a JPEG, PNG or WebP: 201. It belongs to no message until one is sent with it. */
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
  /** What a person says to support: `JR-7K4M-2QXD`. */
  trackingNumber: z.string(),
  topic: caseTopic,
  transactionId: z.string().nullable(),
  status: caseStatus,
  /** When an operator did what the status says; when it was received, before anybody did. */
  statusAt: z.iso.datetime(),
  createdAt: z.iso.datetime(),
  lastMessage: z.object({ from: author, at: z.iso.datetime() }),
  /** Since when support has been waiting for an answer to its question; null: none is open. */
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

/** `GET /api/cases/:id`, and the answer to everything that writes one. */
export const caseAnswer = z.object({ case: caseDetail })
export type CaseAnswer = z.infer<typeof caseAnswer>
