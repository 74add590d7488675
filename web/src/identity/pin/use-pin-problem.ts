import { useEffect, useRef, useState } from 'react'
import { PIN_WAIT_MS } from '#contract/constants.ts'
import { isRefusal, messageOf } from '#web/lib/api.ts'
import { DeviceKeyError } from '#web/lib/device-key.ts'
import { dismissToast, showToast } from '#web/ui/toast.ts'
import type { PinVerdict } from './use-pin-entry.ts'
import { usePinWait } from './use-pin-wait.ts'

/**
 * The note under the dots after a refused PIN, and whether the keypad can still help. `inToast`: a full screen reports
 * a wrong PIN in a toast and the tries left under the dots; a sheet says all of it under the dots.
 */
export function usePinProblem({ inToast = false } = {}) {
  const [note, setNote] = useState<string | null>(null)
  const [needsSignIn, setNeedsSignIn] = useState(false)
  const toastId = useRef(0)
  const wait = usePinWait()

  // The message belongs to this keypad: it goes when the person leaves it.
  useEffect(() => () => dismissToast(toastId.current), [])

  /** Turns a failed PIN call into a note, a delay or a next step, and says whether the digits are cleared. */
  function report(error: unknown): PinVerdict {
    const waitS = isRefusal(error, 'pin.wait', 'pin.wrong') ? error.retryAfterS : null
    // Only the short wait is worth counting down; a longer one ends sooner with the password.
    if (waitS !== null && waitS <= PIN_WAIT_MS / 1_000) wait.start(waitS)
    if (waitS !== null && waitS > PIN_WAIT_MS / 1_000) setNeedsSignIn(true)
    if (isRefusal(error, 'pin.off', 'pin.not-set', 'session.not-fresh') || error instanceof DeviceKeyError)
      setNeedsSignIn(true)
    if (!isRefusal(error, 'pin.wrong')) {
      setNote(messageOf(error))
      return 'clear'
    }
    const left = error.triesLeft === null ? null : triesLeftText(error.triesLeft)
    if (inToast) toastId.current = showToast(error.message, { tone: 'bad' })
    setNote(
      inToast ? (left ?? 'That PIN is incorrect.') : [error.message, left].filter((part) => part !== null).join(' '),
    )
    return 'wrong'
  }

  /** The next PIN was right: removes what was said about the last one. */
  function clear(): void {
    setNote(null)
    dismissToast(toastId.current)
  }

  const waiting = wait.secondsLeft > 0
  return {
    report,
    clear,
    needsSignIn,
    waiting,
    note: waiting ? `Too many wrong PINs. Try again in ${wait.secondsLeft} s. Your money is untouched.` : note,
  }
}

function triesLeftText(triesLeft: number): string {
  if (triesLeft <= 0) return 'No tries left on this device.'
  return triesLeft === 1 ? '1 try left on this device.' : `${triesLeft} tries left on this device.`
}
