import { useState } from 'react'
import { read, write } from '#web/lib/device-account.ts'

const DISMISSED = 'jara.codes-dismissed'

/** Whether the person wants to be reminded on this device that they have no recovery code. New codes start it again. */
export function useCodesReminder() {
  const [isDismissed, setDismissed] = useState(read(DISMISSED) !== null)
  const keep = (dismissed: boolean) => {
    write(DISMISSED, dismissed ? 'dismissed' : null)
    setDismissed(dismissed)
  }
  return { isDismissed, dismiss: () => keep(true), beginAnew: () => keep(false) }
}
