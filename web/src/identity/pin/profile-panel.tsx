import { useMe } from '#web/identity/accounts/get-me.ts'
import { AvatarChooser } from '#web/identity/profile/avatar-chooser.tsx'
import { HistoryIcon, ProfileIcon, SecurityIcon } from '#web/ui/duotone-icons.tsx'
import { type Place, PlaceLink } from '#web/ui/place-link.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

const PLACES: readonly Place[] = [
  { to: '/security', label: 'Security Settings', icon: SecurityIcon, look: 'family-indigo' },
  { to: '/history', label: 'Transaction History', icon: HistoryIcon, look: 'family-stone' },
  { to: '/profile', label: 'Settings', icon: ProfileIcon, look: 'family-stone' },
]

/** The person this keypad is for. The rows work once the PIN is correct, or set. */
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
      <ul>
        {PLACES.map((place) => (
          <li key={place.to}>
            <PlaceLink place={place} onClick={onClose} />
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
