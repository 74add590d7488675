import { z } from 'zod'
import { role, signOptions } from './session.ts'

const operatorPasskey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Null: it waits for another operator. */
  confirmedAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
})

const listedOperator = z.object({
  id: z.string(),
  name: z.string(),
  role,
  since: z.iso.datetime(),
  lastSignInAt: z.iso.datetime().nullable(),
  passkeys: z.array(operatorPasskey),
})
export type ListedOperator = z.infer<typeof listedOperator>

const pendingRequest = z.object({
  id: z.string(),
  act: z.enum(['add-operator', 'revoke-operator', 'change-role', 'enrol-passkey']),
  /** The act in one sentence. */
  summary: z.string(),
  reason: z.string().nullable(),
  requestedBy: z.string(),
  requestedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Whether the operator who reads this may confirm it, and if not, why. */
  mayConfirm: z.boolean(),
  whyNot: z.string().nullable(),
})
export type PendingRequest = z.infer<typeof pendingRequest>

/** `GET /api/admin/operators` */
export const operatorsAnswer = z.object({
  operators: z.array(listedOperator),
  /** The requests that end first; the proposals have them all. */
  requests: z.array(pendingRequest),
  /** How many requests about operators wait in all. */
  requestsTotal: z.int(),
  mayChangeRoles: z.boolean(),
  mayAdd: z.boolean(),
  mayRevoke: z.boolean(),
  /** The address that shows new operators' links in practice mode; null in live mode: operators make their own. */
  practiceEmails: z.string().nullable(),
})
export type OperatorsAnswer = z.infer<typeof operatorsAnswer>

/** The terms, shown before they are signed. */
export const decisionOptions = signOptions.extend({ terms: z.string() })
export type DecisionOptions = z.infer<typeof decisionOptions>

/** Null: the person already is an operator, because nobody else could confirm the request. */
export const operatorAsked = z.object({ requestId: z.string().nullable() })
export type OperatorAsked = z.infer<typeof operatorAsked>

export const requestMade = z.object({ requestId: z.string() })
export type RequestMade = z.infer<typeof requestMade>
