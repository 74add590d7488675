import { grouped } from '#contract/money.ts'
import type { CaseTopic } from '#contract/support.ts'
import { CASE_TEXT_MAX_LENGTH, CASE_TEXT_MIN_LENGTH } from '#contract/support-limits.ts'
import type { NewReport } from './write-case.ts'

export type ReportForm = {
  readonly topic: CaseTopic | null
  readonly transactionId: string | null
  readonly text: string
}
export type ReportFields = { topic?: string | undefined; text?: string | undefined }
type Checked = { readonly report: NewReport } | { readonly problems: ReportFields }

const MAX_TEXT = grouped(CASE_TEXT_MAX_LENGTH)

/** What is wrong with a text, or undefined. The server counts again, after cleaning it. */
export function textProblem(text: string): string | undefined {
  const length = characters(text)
  if (length < CASE_TEXT_MIN_LENGTH) return 'Please write what happened.'
  if (length > CASE_TEXT_MAX_LENGTH) return `Please write at most ${MAX_TEXT} characters. These are ${grouped(length)}.`
  return undefined
}

/** `120 of 2,000 characters` */
export function lengthText(text: string): string {
  return `${grouped(characters(text))} of ${MAX_TEXT} characters`
}

/** As a person counts them: an emoji is one. */
function characters(text: string): number {
  return [...text.trim()].length
}

/** A filled form as it is sent, or what is wrong with it by field. */
export function checkReport({ topic, transactionId, text }: ReportForm): Checked {
  const wrongText = textProblem(text)
  if (topic !== null && wrongText === undefined) return { report: { topic, transactionId, text } }
  return { problems: { topic: topic === null ? 'Please choose what it is about.' : undefined, text: wrongText } }
}
