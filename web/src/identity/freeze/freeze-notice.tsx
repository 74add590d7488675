import { Link } from 'react-router'
import type { FreezeHeading } from '#contract/freezes.ts'
import { Notice } from '#web/ui/notice.tsx'
import { TeamFreezeNotice } from './team-freeze-notice.tsx'

/** Money out of this account is frozen: by whom, and where that ends. `byTeam`: the heading of our team's freeze, which comes first. */
export default function FreezeNotice({ byTeam }: { readonly byTeam: FreezeHeading | null }) {
  if (byTeam !== null) return <TeamFreezeNotice heading={byTeam} leads />
  return (
    <Notice tone="wait">
      <p className="font-semibold">You have frozen money out</p>
      <p>Your money is safe and money still comes in. Nothing can be paid until you unfreeze it.</p>
      <Link to="/security" className="flex min-h-12 items-center font-semibold underline">
        Unfreeze under Security
      </Link>
    </Notice>
  )
}
