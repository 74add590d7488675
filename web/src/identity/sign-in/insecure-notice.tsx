import { connectionIsSecure } from '#web/lib/device-key.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Without a safe connection the browser refuses to make keys, so nobody can register or sign in. */
export function InsecureNotice() {
  if (connectionIsSecure()) return null
  return (
    <Notice tone="bad" role="alert">
      <p className="font-semibold">Open Jara on https or localhost</p>
      <p>This connection is not secure, so your browser will not create the key that protects your account.</p>
    </Notice>
  )
}
