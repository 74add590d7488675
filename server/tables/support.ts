import { QUESTION_ANSWER_MS } from '#contract/console/answer-times.ts'
import { UNFINISHED_KEPT_MS } from '#contract/constants.ts'
import { CASE_PICTURE_UNSENT_MS, CASE_PICTURES_KEPT_MS, VISITOR_PASS_LIFETIME_MS } from '#contract/support-limits.ts'
import {
  ADD,
  ADD_AND_CHANGE,
  ALL,
  byAny,
  OF_HASH,
  OF_OPERATORS,
  OF_PROGRAM,
  RECORD,
  type Tables,
  WITH_THE_BOOKS,
} from './table.ts'

const REPORTS = { stays: 'append-only reports' } as const
const OF_VISITORS = 'its case: a visitor has no account'
const VISITOR = '(select v.id from visitors v join users u on v.email = lower(u.email) where u.id = $1)'
const IN_CASES_OF_VISITOR = `case_id in (select c.id from cases c where c.visitor_id = ${VISITOR})`

/** Reports of problems. */
export const support = {
  visitors: {
    owner: 'visitor',
    app: ALL,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'email', 'created_at'],
      ofVisitor: `id = ${VISITOR}`,
      leftOut: { pass_hash: OF_HASH, pass_expires_at: 'of that pass' },
    },
    onClosing: {
      stays: 'that somebody wrote to support without signing in; where emails are proved, the address is replaced',
    },
    // Visitors without a pass: it was ended, or a restore ended it.
    retention: {
      since: 'coalesce(pass_expires_at, created_at)',
      keptMs: UNFINISHED_KEPT_MS,
      unless: 'exists (select from cases c where c.visitor_id = t.id)',
    },
    times: {
      pass_expires_at: byAny({ lastsMs: VISITOR_PASS_LIFETIME_MS }),
      created_at: RECORD,
    },
    afterRestore: 'reconsidered',
  },
  cases: {
    owner: 'user_id',
    foundBy: OF_VISITORS,
    app: ADD_AND_CHANGE,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'visitor_id', 'tracking_number', 'topic', 'transaction_id', 'status', 'status_at', 'created_at'],
      ofVisitor: `visitor_id = ${VISITOR}`,
      leftOut: { request_key: OF_PROGRAM, answer_by: 'an internal deadline, promised to nobody' },
    },
    onClosing: REPORTS,
    countedAs: 'reports',
    retention: WITH_THE_BOOKS,
    times: {
      answer_by: byAny({ lastsMs: QUESTION_ANSWER_MS }),
      created_at: byAny({ stays: 'it counts as one of today' }),
      status_at: RECORD,
    },
    afterRestore: 'kept',
  },
  case_messages: {
    owner: 'user_id',
    foundBy: OF_VISITORS,
    app: ADD,
    exported: {
      orderedBy: ['case_id', 'seq'],
      columns: ['case_id', 'seq', 'author', 'text', 'at', 'pictures'],
      ofVisitor: IN_CASES_OF_VISITOR,
      leftOut: { operator: OF_OPERATORS, request_key: OF_PROGRAM },
    },
    onClosing: REPORTS,
    retention: WITH_THE_BOOKS,
    times: {
      at: RECORD,
    },
    afterRestore: 'kept',
  },
  case_pictures: {
    owner: 'user_id',
    app: ALL,
    exported: {
      orderedBy: ['id'],
      columns: ['id', 'case_id', 'seq', 'ordinal', 'width', 'height', 'created_at'],
      computed: { webp_base64: `replace(encode(image, 'base64'), chr(10), '')` },
      leftOut: { operator_id: OF_OPERATORS, image: 'it is there as webp_base64' },
    },
    onClosing: 'removed',
    retention: {
      since: `case when t.seq is null then t.created_at - interval '${CASE_PICTURES_KEPT_MS - CASE_PICTURE_UNSENT_MS} milliseconds'
        else (select c.status_at from cases c where c.id = t.case_id and c.status = 'closed') end`,
      keptMs: CASE_PICTURES_KEPT_MS,
    },
    times: {
      created_at: RECORD,
    },
    afterRestore: 'kept',
  },
  case_pauses: {
    owner: 'user_id',
    foundBy: OF_VISITORS,
    app: ADD_AND_CHANGE,
    exported: {
      orderedBy: ['case_id', 'seq'],
      columns: ['case_id', 'seq', 'from_at', 'until_at', 'ended_by'],
      ofVisitor: IN_CASES_OF_VISITOR,
      leftOut: {},
    },
    onClosing: REPORTS,
    retention: WITH_THE_BOOKS,
    times: {
      from_at: byAny({ stays: 'a pause that began in the future ends where it began' }),
      until_at: RECORD,
    },
    afterRestore: 'kept',
  },
  case_actions: {
    owner: 'user_id',
    foundBy: OF_VISITORS,
    app: ADD,
    exported: {
      orderedBy: ['case_id', 'seq'],
      columns: ['case_id', 'seq', 'action', 'at'],
      ofVisitor: IN_CASES_OF_VISITOR,
      leftOut: { operator: OF_OPERATORS, operator_id: OF_OPERATORS },
    },
    onClosing: REPORTS,
    retention: WITH_THE_BOOKS,
    times: {
      at: RECORD,
    },
    afterRestore: 'kept',
  },
} as const satisfies Tables
