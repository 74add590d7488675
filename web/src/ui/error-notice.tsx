import { messageOf } from '#web/lib/api.ts'
import { Notice } from './notice.tsx'

/** Says why something failed. Empty without an error. */
export function ErrorNotice({ error }: { error: unknown }) {
  if (error === null) return null
  return (
    <Notice tone="bad" role="alert">
      {messageOf(error)}
    </Notice>
  )
}
