import { Lock, LogOut, X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { MyAvatar } from '#web/identity/profile/my-avatar.tsx'
import { useLockSession } from '#web/identity/sessions/lock-session.ts'
import { useSignOut } from '#web/identity/sign-in/sign-out.ts'
import { messageOf } from '#web/lib/api.ts'
import { HistoryIcon, ProfileIcon, SecurityIcon, SupportIcon } from '#web/ui/duotone-icons.tsx'
import { type Place, PlaceLink } from '#web/ui/place-link.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useModal } from '#web/ui/use-modal.ts'

const PLACES: readonly Place[] = [
  { to: '/profile', label: 'Profile', icon: ProfileIcon, look: 'family-stone' },
  { to: '/security', label: 'Security', icon: SecurityIcon, look: 'family-indigo' },
  { to: '/history', label: 'History', icon: HistoryIcon, look: 'family-stone' },
  { to: '/support', label: 'Support', icon: SupportIcon, look: 'family-stone' },
]

const ROW = 'flex min-h-14 w-full items-center gap-3 rounded-control px-4 text-left font-head font-semibold'

export function SidePanel({ onClose }: { onClose: () => void }) {
  const dialog = useModal(onClose)
  const user = useMe().data?.user

  function closeOnBackdrop(event: MouseEvent) {
    if (event.target === dialog.current) onClose()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it through onCancel
    <dialog
      ref={dialog}
      aria-label="Menu"
      onClick={closeOnBackdrop}
      onCancel={onClose}
      className="panel-enter my-0 mr-0 ml-auto h-dvh max-h-dvh w-72 max-w-[85vw] border-l border-line bg-surface p-0 text-ink backdrop:bg-backdrop"
    >
      <div className="@container flex min-h-full flex-col gap-1 p-3">
        <div className="flex flex-wrap items-center justify-between gap-3 pb-2">
          <MyAvatar />
          <p
            translate="no"
            className="order-last w-full font-semibold wrap-anywhere @min-[13rem]:order-none @min-[13rem]:w-auto @min-[13rem]:min-w-0 @min-[13rem]:flex-1"
          >
            {user?.fullName ?? 'User'}
          </p>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="grid size-[48px] shrink-0 place-items-center rounded-control"
          >
            <X aria-hidden />
          </button>
        </div>
        <nav aria-label="Menu" className="flex flex-col">
          {PLACES.map((place) => (
            <PlaceLink key={place.to} place={place} />
          ))}
        </nav>
        <EndSession />
      </div>
    </dialog>
  )
}

function EndSession() {
  const lock = useLockSession()
  const signOut = useSignOut()
  const onError = (error: unknown) => showToast(messageOf(error), { tone: 'bad' })
  return (
    <div className="mt-auto flex flex-col border-t border-line pt-2">
      <button type="button" className={ROW} onClick={() => lock.mutate(undefined, { onError })}>
        <Lock aria-hidden size={20} /> Lock now
      </button>
      <button type="button" className={ROW} onClick={() => signOut.mutate({ forget: false }, { onError })}>
        <LogOut aria-hidden size={20} /> Log out
      </button>
    </div>
  )
}
