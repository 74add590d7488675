import { useEffect } from 'react'
import { SESSION_LOCK_MS } from '#contract/constants.ts'
import { deviceNow, moment, since } from './clock.ts'
import { touchCache, touchedAt } from './offline-cache.ts'
import { isDue, recordTouch, reportTouch } from './touches.ts'

/** A click or input without any of the others comes from a screen reader, a voice or a pasted code. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'click', 'input'] as const

/**
 * Calls `lock` SESSION_LOCK_MS after the last touch of any page of this browser, and reports touches to the server. The
 * page also refetches in the background, so the server alone cannot tell an open page from a person at it. The device's
 * offline cache expires by the same touches.
 */
export function useIdleLock(lock: () => void): void {
  useEffect(() => {
    let lastTouch = moment()
    const isIdle = () => since(lastTouch) >= SESSION_LOCK_MS && deviceNow() - touchedAt() >= SESSION_LOCK_MS
    const lockIfIdle = () => {
      if (isIdle()) lock()
    }
    const touch = () => {
      // A touch after the deadline is too late: a phone that slept has not checked yet.
      lockIfIdle()
      lastTouch = moment()
      touchCache(lastTouch.device)
      recordTouch()
    }
    const look = () => {
      lockIfIdle()
      if (isDue()) reportTouch()
    }
    // A phone that is put away may stop every timer at once.
    const leaveOrReturn = () => (document.hidden ? reportTouch() : lockIfIdle())
    touch()
    // Compared with the clock instead of one long timer: a sleeping phone stops timers.
    const timer = setInterval(look, 5_000)
    document.addEventListener('visibilitychange', leaveOrReturn)
    for (const each of TOUCHES) addEventListener(each, touch, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', leaveOrReturn)
      for (const each of TOUCHES) removeEventListener(each, touch, { capture: true })
    }
  }, [lock])
}
