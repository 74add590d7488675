import type { PasskeyId } from '#contract/ids.ts'

/** What a passkey signed, with its public key: the evidence stays valid after the passkey is removed. */
export type PasskeyEvidence = {
  readonly id: PasskeyId
  /** In COSE form. All four are base64url, as the browser sent them. */
  readonly publicKey: string
  readonly authenticatorData: string
  readonly clientDataJSON: string
  readonly signature: string
}

/** Who agreed, stored with the order as evidence, without the PIN proof. Null where nothing leaves the wallet. */
export type ApprovalEvidence =
  | ({
      readonly deviceId: string
      readonly challenge: string
      /** The batch that was signed, if it was more than this order. */
      readonly batchId?: string
    } & (
      | {
          /** The device's signature, given with the PIN. */
          readonly signature: string
          /** A code of the authenticator app was also right. */
          readonly withCode?: true
        }
      | { readonly passkey: PasskeyEvidence }
    ))
  | null

/** Whether it was approved with more than the PIN: a passkey, or an authenticator code as well. */
export function isStronglyApproved(approval: ApprovalEvidence): boolean {
  return approval !== null && ('passkey' in approval || approval.withCode === true)
}
