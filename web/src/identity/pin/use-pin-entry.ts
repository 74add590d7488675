import { useEffect, useRef, useState } from 'react'
import { PIN_LENGTH, PIN_PAUSE_MS } from '#contract/constants.ts'

/** What happens to the digits after sending: cleared, cleared with a shake, or left while the screen moves on. */
export type PinVerdict = 'clear' | 'wrong' | 'done'

export type PinEntry = ReturnType<typeof usePinEntry>

/** The digits of a PIN being entered. PIN_PAUSE_MS after the last digit they go to `onEntered`, once. */
export function usePinEntry(onEntered: (pin: string) => Promise<PinVerdict>, disabled: boolean) {
  const [digits, setDigits] = useState('')
  const [sending, setSending] = useState(false)
  const [shakes, setShakes] = useState(0)
  const enter = useRef(onEntered)
  enter.current = onEntered

  useEffect(() => {
    if (digits.length < PIN_LENGTH) return
    let gone = false
    const timer = setTimeout(async () => {
      setSending(true)
      const verdict = await enter.current(digits)
      if (gone) return
      setSending(false)
      if (verdict === 'wrong') setShakes((count) => count + 1)
      if (verdict !== 'done') setDigits('')
    }, PIN_PAUSE_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [digits])

  const closed = disabled || sending
  const press = (digit: string) => {
    if (!closed) setDigits((entered) => (entered.length < PIN_LENGTH ? entered + digit : entered))
  }
  const erase = () => {
    if (!closed) setDigits((entered) => entered.slice(0, -1))
  }
  const reset = () => {
    if (!closed) setDigits('')
  }
  return { count: digits.length, sending, shakes, closed, press, erase, reset }
}
