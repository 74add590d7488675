import { UNSEEN_COUNTED_MAX } from '#contract/alert-limits.ts'
import { Link } from '#web/lib/routing.tsx'
import { AlertsIcon } from '#web/ui/duotone-icons.tsx'

/** The link to the inbox, with the number of new alerts. Its size is the same without a number. */
export function AlertsBell({ unseen }: { unseen: number }) {
  const count = unseen >= UNSEEN_COUNTED_MAX ? `${UNSEEN_COUNTED_MAX - 1}+` : String(unseen)
  return (
    <Link
      to="/alerts"
      aria-label={unseen === 0 ? 'Alerts' : `Alerts, ${count} new`}
      className="relative grid size-[48px] shrink-0 place-items-center rounded-control [--m:var(--accent)]"
    >
      <AlertsIcon />
      {unseen === 0 ? null : (
        <span
          aria-hidden
          className="absolute top-[4px] left-[25px] grid h-[20px] min-w-[20px] place-items-center rounded-full bg-accent px-[5px] text-[12px] leading-none font-semibold text-on-accent tabular forced-colors:border"
        >
          {count}
        </span>
      )}
    </Link>
  )
}
