import type { PasskeyId } from '#contract/ids.ts'

/** What a passkey signed, with the public key that proves it: good as evidence after the passkey was removed. */
export type PasskeyEvidence = {
  readonly id: PasskeyId
  /** In COSE form. All four are base64url, as the browser sent them. */
  readonly publicKey: string
  readonly authenticatorData: string
  readonly clientDataJSON: string
  readonly signature: string
}

/** Who agreed, kept with the order as evidence. The PIN proof is not in it. Null where nothing leaves the wallet. */
export type ApprovalEvidence =
  | ({
      readonly deviceId: string
      readonly challenge: string
      /** What was signed, when it was more than this order. */
      readonly batchId?: string
    } & (
      | {
          /** The device's, given together with the PIN. */
          readonly signature: string
          /** A code of the authenticator app was right as well. */
          readonly withCode?: true
        }
      | { readonly passkey: PasskeyEvidence }
    ))
  | null

/** Whether it was approved with more than the PIN: a passkey, or a code of the authenticator app beside it. */
export function isStronglyApproved(approval: ApprovalEvidence): boolean {
  return approval !== null && ('passkey' in approval || approval.withCode === true)
}
