import { ChevronRight, History, Settings } from 'lucide-react'
import { Link } from 'react-router'
import { Avatar } from '../../components/ui/avatar.tsx'
import { Sheet } from '../../components/ui/sheet.tsx'
import { knownAccount } from '../../lib/device-account.ts'
import { useMe } from '../accounts/get-me.ts'

const ROWS = [
  { to: '/history', label: 'Transaction History', icon: History },
  { to: '/profile', label: 'Settings', icon: Settings },
] as const

/** Who this keypad is for. The rows lead on as soon as the PIN was right. */
export function ProfilePanel({ locked, onClose }: { locked: boolean; onClose: () => void }) {
  const { data: me } = useMe()
  const name = me?.user.fullName ?? knownAccount()?.fullName ?? 'User'
  return (
    <Sheet title="Profile" onClose={onClose}>
      <div className="flex items-center gap-3 py-3">
        <Avatar name={name} />
        <div className="min-w-0">
          <p className="font-semibold">{name}</p>
          <p className="text-small break-all text-ink-2">{me?.user.email || 'No email set'}</p>
        </div>
      </div>
      {locked ? (
        <>
          <p className="pb-2 text-small text-ink-3">These open after your PIN.</p>
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
        </>
      ) : null}
    </Sheet>
  )
}
