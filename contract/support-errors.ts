import { type ErrorEntry, e } from './form-errors.ts'
import { grouped } from './money.ts'
import {
  CASE_MESSAGES_MAX,
  CASE_PICTURES_MAX,
  CASE_TEXT_MAX_LENGTH,
  CASE_TEXT_MIN_LENGTH,
  CASES_OPEN_MAX,
  CASES_PER_DAY_MAX,
  VISITOR_CASES_OPEN_MAX,
  VISITOR_CASES_PER_DAY_MAX,
} from './support-limits.ts'

/** Refusals of reports to support, from customers and from visitors. */
export const SUPPORT_ERRORS = {
  'case.not-found': e(404, false, 'We could not find this report among yours.'),
  'case.text-invalid': e(
    400,
    false,
    `Please write ${CASE_TEXT_MIN_LENGTH} to ${grouped(CASE_TEXT_MAX_LENGTH)} characters. Nothing was sent.`,
  ),
  'case.transaction-unknown': e(
    404,
    false,
    'We could not find this payment in your history. Nothing was sent. Report the problem without it.',
  ),
  'case.too-many-open': e(
    409,
    false,
    `You have ${CASES_OPEN_MAX} reports waiting for an answer. Nothing was sent. Write your message in one of them.`,
  ),
  'case.too-many-today': e(
    429,
    false,
    `You have sent ${CASES_PER_DAY_MAX} reports within a day. Nothing was sent. Write your message in one of them.`,
  ),
  'case.too-many-messages': e(
    409,
    false,
    `You have written ${CASE_MESSAGES_MAX} messages in this report, the most allowed. Nothing was sent. Make a new report.`,
  ),
  'case.closed': e(
    409,
    false,
    'This report is closed. Nothing was sent. If the problem is still there, make a new report.',
  ),

  'case.picture-not-found': e(404, false, 'We could not find this picture in your reports.'),
  'case.picture-gone': e(
    409,
    false,
    'A picture cannot be sent any more. Remove it, choose it again, then send. Nothing was sent.',
  ),
  'case.too-many-pictures': e(
    409,
    false,
    `We already store ${CASE_PICTURES_MAX} pictures for your reports, which is the limit. Describe it in words instead. Nothing was sent.`,
  ),
  'visitor.pass-ended': e(
    401,
    false,
    'Your time on this page is over. Nothing was sent. Enter your email again, and the new code we send to it.',
  ),
  'visitor.too-many-open': e(
    409,
    false,
    `You have ${VISITOR_CASES_OPEN_MAX} reports that nobody has answered yet. Nothing was sent. Write your message in one of them.`,
  ),
  'visitor.too-many-today': e(
    429,
    false,
    `You have sent ${VISITOR_CASES_PER_DAY_MAX} reports within a day. Nothing was sent. Write your message in one of them.`,
  ),
} as const satisfies Record<string, ErrorEntry>
