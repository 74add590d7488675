import { Link } from 'react-router'
import { TEAM_FREEZE_KEEPS, TEAM_FREEZES } from '#contract/freeze-words.ts'
import type { FreezeHeading } from '#contract/freezes.ts'
import { Notice } from '#web/ui/notice.tsx'

type TeamFreezeNoticeProps = {
  readonly heading: FreezeHeading
  /** Leads to Security, where it is not shown there. */
  readonly leads?: boolean
}

/** Our team has frozen money out: what that stops, and what can be done next. */
export function TeamFreezeNotice({ heading, leads = false }: TeamFreezeNoticeProps) {
  const { title, next } = TEAM_FREEZES[heading]
  return (
    <Notice tone="wait" role="status">
      <p className="font-semibold">{title}</p>
      <p>{TEAM_FREEZE_KEEPS}</p>
      <p>{next}</p>
      <p className="flex flex-wrap gap-x-6">
        {leads ? (
          <Link to="/security" className="flex min-h-12 items-center font-semibold underline">
            Open Security
          </Link>
        ) : null}
        <Link to="/support" className="flex min-h-12 items-center font-semibold underline">
          Write to support
        </Link>
      </p>
    </Notice>
  )
}
