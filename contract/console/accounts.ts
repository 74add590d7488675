import { z } from 'zod'
import { signedBody } from './session.ts'

const RECOVERY_STATES = ['unconfirmed', 'confirmed', 'announced', 'stopped', 'done'] as const

const recovery = z.object({
  id: z.string(),
  ownerId: z.string(),
  /** Initials of the owner. */
  owner: z.string(),
  openedBy: z.string(),
  openedAt: z.iso.datetime(),
  confirmedBy: z.string().nullable(),
  state: z.enum(RECOVERY_STATES),
  stoppedBy: z.string().nullable(),
})
export type ConsoleRecovery = z.infer<typeof recovery>

/** `GET /api/admin/recoveries` */
export const recoveriesAnswer = z.object({
  recoveries: z.array(recovery),
  openSessions: z.object({ sessions: z.number(), people: z.number() }),
  mayAct: z.boolean(),
  /** Whether the operator may ask to end everybody's sessions. */
  mayEndAll: z.boolean(),
})
export type RecoveriesAnswer = z.infer<typeof recoveriesAnswer>

/** `POST /api/admin/sessions/end/options`: one person's sessions, by their email or id. */
export const endSessionsBody = z.strictObject({ whose: z.string().min(1).max(320), reason: z.string().max(1_000) })
export type EndSessionsBody = z.infer<typeof endSessionsBody>

export const signedEndSessionsBody = endSessionsBody.extend(signedBody.shape)

export const sessionsEnded = z.object({ sessions: z.number() })
export type SessionsEnded = z.infer<typeof sessionsEnded>
