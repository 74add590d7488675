import { useEffect } from 'react'
import { SESSION_LOCK_MS } from '#contract/constants.ts'

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/**
 * Calls back after SESSION_LOCK_MS without a sign of the person. The page reads fresh figures by itself, so the server
 * alone could not tell an open page from a person at it.
 */
export function useIdleLock(lock: () => void): void {
  useEffect(() => {
    let lastSeenAt = Date.now()
    const seen = () => {
      lastSeenAt = Date.now()
    }
    // Compared with the clock instead of one long timer: a sleeping phone stops timers.
    const timer = setInterval(() => {
      if (Date.now() - lastSeenAt >= SESSION_LOCK_MS) lock()
    }, 5_000)
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, seen, { passive: true })
    return () => {
      clearInterval(timer)
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, seen)
    }
  }, [lock])
}
