import { messageOf } from '#web/lib/api.ts'
import { Notice } from './notice.tsx'

/** Why something did not work. Nothing while there is no error. */
export function ErrorNotice({ error }: { error: unknown }) {
  if (error === null) return null
  return (
    <Notice tone="bad" role="alert">
      {messageOf(error)}
    </Notice>
  )
}
