import { z } from 'zod'
import { signedBody } from './session.ts'

const ownPasskey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Null until another operator confirms it; until then it opens nothing. */
  confirmedAt: z.iso.datetime().nullable(),
  lastUsedAt: z.iso.datetime().nullable(),
  /** This passkey opened the current session; removing it ends the session. */
  openedThis: z.boolean(),
  /** Why it cannot be removed here; null: it can. */
  whyNotRemove: z.string().nullable(),
})
export type OwnPasskey = z.infer<typeof ownPasskey>

/** `GET /api/admin/access`: the operator's own passkeys. */
export const accessAnswer = z.object({
  passkeys: z.array(ownPasskey),
  /** Whether another operator has to confirm a new one. */
  newWaits: z.boolean(),
})
export type AccessAnswer = z.infer<typeof accessAnswer>

const passphrase = z.string().max(200)

/** `POST /api/admin/access/passphrase/options`: neither passphrase is part of the signed text. */
export const passphraseBody = z.strictObject({ present: passphrase, next: passphrase })
export type PassphraseBody = z.infer<typeof passphraseBody>
export const signedPassphraseBody = passphraseBody.extend(signedBody.shape)

/** `POST /api/admin/access/link/options`: for the address that enrols another passkey. */
export const ownLinkBody = z.strictObject({ passphrase })
export type OwnLinkBody = z.infer<typeof ownLinkBody>
export const signedOwnLinkBody = ownLinkBody.extend(signedBody.shape)
export const ownLinkMade = z.object({ address: z.string() })
export type OwnLinkMade = z.infer<typeof ownLinkMade>
