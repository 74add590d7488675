import { z } from 'zod'
import { operatorId } from './session.ts'

/** Days in Lagos, both ends included. From this millennium, because PostgreSQL has no year 0. */
const day = z.string().regex(/^2\d{3}-\d{2}-\d{2}$/)

export const AUDIT_PAGE = 50
export const AUDIT_EXPORT_MAX = 10_000

const filters = {
  operator: operatorId.optional(),
  act: z
    .string()
    .regex(/^[a-z-]{1,40}$/)
    .optional(),
  from: day.optional(),
  to: day.optional(),
}

/** `GET /api/admin/audit`: the newest first; `before` is the number of the last line of the page before. */
export const auditQuery = z.strictObject({
  ...filters,
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
})
export type AuditQuery = z.infer<typeof auditQuery>

/** `POST /api/admin/audit/export` */
export const auditExportBody = z.strictObject(filters)
export type AuditFilters = z.infer<typeof auditExportBody>

const auditLine = z.object({
  number: z.string(),
  at: z.iso.datetime(),
  /** Null: the operator was not identified. */
  operator: z.string().nullable(),
  operatorId: z.string().nullable(),
  role: z.string().nullable(),
  /** Null: in a terminal. */
  sessionId: z.string().nullable(),
  act: z.string(),
  subject: z.string().nullable(),
  /** The operator's name, if the subject is an operator. */
  subjectName: z.string().nullable(),
  reason: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type AuditLine = z.infer<typeof auditLine>

export const auditAnswer = z.object({
  lines: z.array(auditLine),
  /** For the next page; null at the end. */
  before: z.string().nullable(),
  /** The values to filter by. */
  operators: z.array(z.object({ id: z.string(), name: z.string() })),
  acts: z.array(z.string()),
  mayExport: z.boolean(),
})
export type AuditAnswer = z.infer<typeof auditAnswer>
