import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'

const LOOKS = {
  plain: { icon: Info, look: 'bg-family-tint text-ink-2 family-stone' },
  wait: { icon: Info, look: 'bg-wait-tint text-ink [&>svg]:text-wait' },
  bad: { icon: CircleAlert, look: 'bg-bad-tint text-ink [&>svg]:text-bad' },
} as const

type NoticeProps = { tone?: keyof typeof LOOKS; role?: 'alert' | 'status'; children: ReactNode }

/** A sentence that stays on the page. */
export function Notice({ tone = 'plain', role, children }: NoticeProps) {
  const { icon: Icon, look } = LOOKS[tone]
  return (
    <div
      role={role}
      className={`flex gap-2.5 rounded-control px-3.5 py-3 text-[0.9375rem] leading-snug forced-colors:border ${look}`}
    >
      <Icon aria-hidden size={20} className="shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">{children}</div>
    </div>
  )
}
