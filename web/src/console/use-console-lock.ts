import { useEffect } from 'react'
import { CONSOLE_LOCK_MS } from '#contract/console/limits.ts'
import { TOUCH_HEADER } from '#contract/constants.ts'
import { deviceNow, moment, since } from '#web/lib/clock.ts'
import { read, write } from '#web/lib/device-account.ts'
import { isDue, recordTouch, restoreTouch, takeTouchHeaders } from '#web/lib/touches.ts'
import { call } from './call.ts'
import { lockHere } from './console-queries.ts'

const TOUCHES = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'click', 'input'] as const
/** The last touch of any tab. */
const TOUCHED_KEY = 'jara.console.touched'

const touchedAt = () => Number(read(TOUCHED_KEY)) || 0

/** Locks the page at once, and tells the server. If the server misses it, it locks by the same rule. */
function lockConsole(): void {
  lockHere()
  void call('POST', '/api/admin/lock').catch(() => undefined)
}

/** Like the customers' lock (docs/why/decisions/0041): ten minutes after the last touch in any tab. Reports touches. */
export function useConsoleLock(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    let lastTouch = moment()
    const lockIfIdle = () => {
      // A touch in the future means that the clock was set back since.
      const elsewhereMs = Math.abs(deviceNow() - touchedAt())
      if (since(lastTouch) >= CONSOLE_LOCK_MS && elsewhereMs >= CONSOLE_LOCK_MS) lockConsole()
    }
    const touch = () => {
      // A touch after the deadline is too late: a computer that slept has not checked yet.
      lockIfIdle()
      lastTouch = moment()
      write(TOUCHED_KEY, String(lastTouch.device))
      recordTouch()
    }
    const look = () => {
      lockIfIdle()
      if (isDue()) reportTouch()
    }
    touch()
    const timer = setInterval(look, 5_000)
    document.addEventListener('visibilitychange', lockIfIdle)
    for (const each of TOUCHES) addEventListener(each, touch, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lockIfIdle)
      for (const each of TOUCHES) removeEventListener(each, touch, { capture: true })
    }
  }, [isOpen])
}

function reportTouch(): void {
  const touch = takeTouchHeaders()
  if (!(TOUCH_HEADER in touch)) return
  fetch('/api/admin/touch', { method: 'POST', headers: touch, keepalive: true }).catch(restoreTouch)
}
