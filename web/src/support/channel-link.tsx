import { ExternalLink, type LucideIcon } from 'lucide-react'

type ChannelLinkProps = {
  icon: LucideIcon
  title: string
  /** The second line, for example an email address. */
  detail?: string
  href: string
}

/** A way out of the app. A page opens in a tab of its own; an email opens in the person's own program. */
export function ChannelLink({ icon: Icon, title, detail, href }: ChannelLinkProps) {
  const page = href.startsWith('https:')
  return (
    <a
      href={href}
      {...(page ? { target: '_blank', rel: 'noreferrer' } : {})}
      className="flex min-h-16 items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 font-medium text-ink"
    >
      <Icon aria-hidden className="shrink-0 text-brand" />
      <span className="min-w-0 flex-1 wrap-anywhere">
        {title}
        {detail === undefined ? null : <span className="block text-small font-normal text-ink-2">{detail}</span>}
      </span>
      {page ? (
        <>
          <ExternalLink aria-hidden size={18} className="shrink-0 text-ink-3" />
          <span className="sr-only">(opens in a new tab)</span>
        </>
      ) : null}
    </a>
  )
}
