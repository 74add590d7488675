import { z } from 'zod'
import { koboText } from '#contract/wire.ts'
import { bpcCode, uncheckedId, uncheckedNumber } from './fields.ts'

/** Exams whose PINs are sold. */
export const exam = z.enum(['waec'])
export type Exam = z.infer<typeof exam>

export const education = {
  quoteBody: z.strictObject({
    kind: z.literal('education'),
    exam: z.string().max(20),
    planId: uncheckedId,
    quantity: z.int(),
    phone: uncheckedNumber,
    bpcCode,
  }),
  recipient: z.object({
    exam,
    examName: z.string(),
    planId: z.string(),
    planName: z.string(),
    quantity: z.int(),
    /** What one PIN costs, before any discount. */
    unitKobo: koboText,
    phone: z.string(),
  }),
  service: { id: 'exam', name: 'examName' },
} as const

/** `GET /api/exam-pins`: what is sold now, each with the price of one PIN. */
const examPlan = z.object({ exam, examName: z.string(), id: z.string(), name: z.string(), amountKobo: koboText })
export const examPlansAnswer = z.object({ plans: z.array(examPlan) })
export type ExamPlansAnswer = z.infer<typeof examPlansAnswer>

/** What an exam's own site asks for. Not every exam has a serial number. */
export const examPin = z.object({ serial: z.string().nullable(), pin: z.string() })
export type ExamPin = z.infer<typeof examPin>

/**
 * `GET /api/orders/:id/pins`: for the owner alone, and only here: orders and receipts never hold PINs. Fewer than
 * `bought` while the provider has confirmed delivery but not handed over every PIN. `asking`: it is asked again.
 */
export const orderPinsAnswer = z.object({ bought: z.int(), pins: z.array(examPin), asking: z.boolean() })
export type OrderPinsAnswer = z.infer<typeof orderPinsAnswer>
