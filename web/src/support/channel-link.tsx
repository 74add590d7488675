import { ExternalLink, type LucideIcon } from 'lucide-react'

type ChannelLinkProps = {
  icon: LucideIcon
  /** The class of its colour family. */
  look?: string
  title: string
  /** The second line, for example an email address. */
  detail?: string
  href: string
}

/** A link out of the app. A page opens in a new tab, an email in the person's own mail program. */
export function ChannelLink({ icon: Icon, look = 'family-indigo', title, detail, href }: ChannelLinkProps) {
  const page = !href.startsWith('mailto:')
  return (
    <a
      href={href}
      {...(page ? { target: '_blank', rel: 'noreferrer' } : {})}
      className="flex min-h-16 flex-wrap items-center gap-3 rounded-card bg-surface px-4 py-2.5 font-head font-semibold text-ink shadow-lift"
    >
      <span className={`grid size-11 shrink-0 place-items-center rounded-control bg-family-tint text-family ${look}`}>
        <Icon aria-hidden />
      </span>
      <span className="min-w-0 flex-[1_1_7rem] wrap-anywhere">
        {title}
        {detail === undefined ? null : (
          <span className="block font-sans text-small font-normal text-ink-3">{detail}</span>
        )}
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
