import { ArrowDownLeft, ArrowUpRight, History, Lock, LogOut, MessageCircle, UserRound, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { Avatar } from '../components/ui/avatar.tsx'
import { showToast } from '../components/ui/toast.ts'
import { useMe } from '../features/accounts/get-me.ts'
import { useSignOut } from '../features/accounts/sign-out.ts'
import { useLockSession } from '../features/devices/lock-session.ts'
import { useInstallation } from '../features/installation/get-installation.ts'
import { messageOf } from '../lib/api.ts'

const ROW = 'flex min-h-14 w-full items-center gap-3 rounded-control px-3 text-left font-medium'

export function SidePanel({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const user = useMe().data?.user
  const chat = useInstallation().data?.links.communityChat ?? null

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

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
      className="panel-enter my-0 mr-0 ml-auto h-dvh max-h-dvh w-72 max-w-[85vw] border-l border-line bg-surface p-0 text-ink backdrop:bg-[rgb(10_12_20/0.55)]"
    >
      <div className="flex min-h-full flex-col gap-1 p-3">
        <div className="flex items-center gap-3 pb-2">
          <Avatar name={user?.fullName ?? 'User'} />
          <p className="min-w-0 flex-1 font-semibold">{user?.fullName ?? 'User'}</p>
          <button
            type="button"
            aria-label="Close"
            onClick={onClose}
            className="grid size-12 place-items-center rounded-control"
          >
            <X aria-hidden />
          </button>
        </div>
        <nav aria-label="Menu" className="flex flex-col">
          <PanelLink to="/profile" icon={<UserRound aria-hidden size={20} />} label="Profile" />
          <PanelLink to="/history" icon={<History aria-hidden size={20} />} label="History" />
          <PanelLink to="/fund" icon={<ArrowDownLeft aria-hidden size={20} />} label="Add money" />
          <PanelLink to="/withdraw" icon={<ArrowUpRight aria-hidden size={20} />} label="Withdraw" />
          {chat === null ? null : (
            <a href={chat} target="_blank" rel="noreferrer" className={ROW}>
              <MessageCircle aria-hidden size={20} /> Community chat
            </a>
          )}
        </nav>
        <EndSession />
      </div>
    </dialog>
  )
}

function PanelLink({ to, icon, label }: { to: string; icon: ReactNode; label: string }) {
  return (
    <Link to={to} className={ROW}>
      {icon} {label}
    </Link>
  )
}

function EndSession() {
  const navigate = useNavigate()
  const lock = useLockSession()
  const signOut = useSignOut()
  const onError = (error: unknown) => showToast(messageOf(error), { tone: 'bad' })
  return (
    <div className="mt-auto flex flex-col border-t border-line pt-2">
      <button type="button" className={ROW} onClick={() => lock.mutate(undefined, { onError })}>
        <Lock aria-hidden size={20} /> Lock now
      </button>
      <button
        type="button"
        className={ROW}
        onClick={() =>
          signOut.mutate({ forget: false }, { onSuccess: () => navigate('/', { replace: true }), onError })
        }
      >
        <LogOut aria-hidden size={20} /> Log out
      </button>
    </div>
  )
}
