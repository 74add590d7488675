import type { TeamFreeze } from '#contract/accounts.ts'
import { Link } from '#web/lib/routing.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Our team has frozen the account: what that stops, and what can be done next. */
export function TeamFreezeNotice({ freeze: { title, text } }: { readonly freeze: TeamFreeze }) {
  return (
    <Notice tone="wait" role="status">
      <p className="font-semibold">{title}</p>
      <p>{text}</p>
      <Link to="/support" className="flex min-h-12 items-center font-semibold underline">
        Write to support
      </Link>
    </Notice>
  )
}
