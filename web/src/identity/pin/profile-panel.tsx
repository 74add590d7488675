import { ChevronRight, History, Settings, ShieldCheck } from 'lucide-react'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { AvatarChooser } from '#web/identity/profile/avatar-chooser.tsx'
import { Link } from '#web/lib/routing.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

const ROWS = [
  { to: '/security', label: 'Security Settings', icon: ShieldCheck },
  { to: '/history', label: 'Transaction History', icon: History },
  { to: '/profile', label: 'Settings', icon: Settings },
] as const

/** Who this keypad is for. The rows lead on as soon as the PIN was right, or is set. */
export function ProfilePanel({ locked, onClose }: { locked: boolean; onClose: () => void }) {
  const { data: me } = useMe()
  const name = me?.user.fullName ?? 'User'
  return (
    <Sheet title="Profile" onClose={onClose}>
      <div className="flex items-center gap-3 py-3">
        <AvatarChooser locked={locked} />
        <div className="min-w-0">
          <p className="font-semibold">{name}</p>
          <p className="text-small break-all text-ink-2">{me?.user.email || 'No email set'}</p>
        </div>
      </div>
      <p className="pb-2 text-small text-ink-3">
        {locked ? 'These open after your PIN.' : 'These open once your PIN is set.'}
      </p>
      <ul className="overflow-hidden rounded-card border border-line bg-surface">
        {ROWS.map(({ to, label, icon: Icon }) => (
          <li key={to} className="border-b border-line last:border-b-0">
            <Link to={to} onClick={onClose} className="flex min-h-16 items-center gap-3 px-4">
              <Icon aria-hidden size={20} className="text-ink-2" />
              <span className="flex-1 font-medium">{label}</span>
              <ChevronRight aria-hidden size={20} className="text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
