import { useState } from 'react'
import type { Approval } from '#contract/accounts.ts'
import { CeremonyError } from '#web/identity/passkeys/ceremony.ts'
import type { PinVerdict } from '#web/identity/pin/use-pin-entry.ts'
import { usePinProblem } from '#web/identity/pin/use-pin-problem.ts'
import { approveWithPasskey, approveWithPin } from '#web/identity/security/approvals.ts'
import { isRefusal } from '#web/lib/api.ts'
import { isUndecided } from './place-order.ts'

/**
 * `open`: these terms can be approved. `refused`: they cannot any more. `undecided`: no answer came, so the approval
 * may or may not have been accepted.
 */
export type ApprovalState = 'open' | 'refused' | 'undecided'

export type ApprovalOf = {
  /** What is approved: exactly this text is signed. */
  agreed: { readonly challenge: string; readonly terms: string }
  /** More than the PIN is needed: a passkey, or the PIN with a code of the authenticator app. */
  isStrong: boolean
  /** Sends the approval and goes on when it was accepted. Sending the same one again is safe. */
  send: (approval: Approval) => Promise<void>
}

/** From the terms to their outcome: signs them with PIN or passkey, sends the approval, and says what became of it. */
export function useApproval({ agreed, isStrong, ...of }: ApprovalOf) {
  const problem = usePinProblem()
  const [state, setState] = useState<ApprovalState>('open')
  const [needsStrong, setNeedsStrong] = useState(isStrong)
  const [code, setCode] = useState<string | null>(null)
  const [approval, setApproval] = useState<Approval | null>(null)
  const [sensing, setSensing] = useState(false)
  const [sending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const purpose = 'order'

  function goOnWithCode(typed: string): void {
    setRefusal(null)
    setCode(typed)
  }

  async function enterPin(pin: string): Promise<PinVerdict> {
    setRefusal(null)
    try {
      const made = { ...(await approveWithPin({ purpose, ...agreed }, pin)), ...(code === null ? {} : { code }) }
      setApproval(made)
      return await send(made)
    } catch (error) {
      return problem.report(error)
    }
  }

  /** Unless it yields an order, the terms still hold and the PIN can still be used. */
  async function signWithPasskey(): Promise<void> {
    setRefusal(null)
    setSensing(true)
    try {
      const made = await approveWithPasskey({ purpose, ...agreed }).finally(() => setSensing(false))
      setApproval(made)
      await send(made)
    } catch (error) {
      if (!(error instanceof CeremonyError && error.isOurs)) setRefusal(error)
    }
  }

  async function send(made: Approval): Promise<PinVerdict> {
    setSending(true)
    try {
      await of.send(made)
      problem.clear()
      return 'done'
    } catch (error) {
      if (isRefusal(error, 'pin.wrong', 'pin.wait', 'pin.off', 'pin.not-set', 'passkey.refused')) throw error
      setRefusal(error)
      // Another code, or another way, can still approve these terms.
      const isTooWeak = isRefusal(error, 'approval.strong-needed')
      if (isTooWeak) setNeedsStrong(true)
      const isOpen = isTooWeak || isRefusal(error, 'session.code-wrong', 'session.code-wait')
      if (isOpen) setCode(null)
      else setState(isUndecided(error) ? 'undecided' : 'refused')
      return 'clear'
    } finally {
      setSending(false)
    }
  }

  /** Sends the same approval again. It was checked with the first request, so a refusal now is like any other. */
  async function askAgain(): Promise<void> {
    if (approval === null) return
    try {
      await send(approval)
    } catch (error) {
      setRefusal(error)
      setState('refused')
    }
  }

  return {
    state,
    problem,
    sensing,
    sending,
    refusal,
    /** The PIN alone is not enough, and no code has been entered to go with it. */
    needsMore: needsStrong && code === null,
    goOnWithCode,
    enterPin,
    signWithPasskey,
    askAgain,
  }
}
