import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'

const LOOKS = {
  plain: { icon: Info, look: 'border-line bg-surface text-ink' },
  wait: { icon: Info, look: 'border-wait bg-wait-tint text-wait' },
  bad: { icon: CircleAlert, look: 'border-bad bg-bad-tint text-bad' },
} as const

type NoticeProps = { tone?: keyof typeof LOOKS; role?: 'alert' | 'status'; children: ReactNode }

/** A sentence that stays on the page. */
export function Notice({ tone = 'plain', role, children }: NoticeProps) {
  const { icon: Icon, look } = LOOKS[tone]
  return (
    <div role={role} className={`flex gap-3 rounded-control border px-3 py-3 text-small ${look}`}>
      <Icon aria-hidden size={20} className="shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">{children}</div>
    </div>
  )
}
