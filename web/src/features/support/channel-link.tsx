import { ExternalLink, type LucideIcon } from 'lucide-react'

/** A way out of the app, in a tab of its own. */
export function ChannelLink({ icon: Icon, title, href }: { icon: LucideIcon; title: string; href: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className="flex min-h-16 items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 font-medium text-ink"
    >
      <Icon aria-hidden className="shrink-0 text-brand" />
      <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
      <ExternalLink aria-hidden size={18} className="shrink-0 text-ink-3" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}
