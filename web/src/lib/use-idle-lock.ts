import { useEffect } from 'react'
import { SESSION_LOCK_MS } from '#contract/constants.ts'
import { touchCache } from './offline-cache.ts'

const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/**
 * Calls `lock` after SESSION_LOCK_MS without user activity. The page refetches figures in the background, so the server
 * alone could not tell an open page from a person at it. What the device keeps for a lost network expires by the same
 * signs.
 */
export function useIdleLock(lock: () => void): void {
  useEffect(() => {
    let lastSeenAt = Date.now()
    const lockIfDue = () => {
      if (Date.now() - lastSeenAt >= SESSION_LOCK_MS) lock()
    }
    const seen = () => {
      // Activity after the deadline comes too late: a sleeping phone has not checked yet.
      lockIfDue()
      lastSeenAt = Date.now()
      touchCache(lastSeenAt)
    }
    touchCache()
    // Compared with the clock instead of one long timer: a sleeping phone stops timers.
    const timer = setInterval(lockIfDue, 5_000)
    document.addEventListener('visibilitychange', lockIfDue)
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, seen, { passive: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lockIfDue)
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, seen)
    }
  }, [lock])
}
