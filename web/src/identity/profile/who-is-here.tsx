import { Lock } from 'lucide-react'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { useLockSession } from '#web/identity/sessions/lock-session.ts'
import { messageOf } from '#web/lib/api.ts'
import { showToast } from '#web/ui/toast.ts'
import { MyAvatar } from './my-avatar.tsx'

/** The foot of the sidebar: the person's name and the lock. Empty for visitors. */
export default function WhoIsHere() {
  const name = useMe().data?.user.fullName
  const lock = useLockSession()
  if (name === undefined) return null
  return (
    <div className="mt-auto flex items-center gap-2.5 border-t border-line py-2 pr-2 pl-5">
      <MyAvatar size="small" />
      <p translate="no" className="min-w-0 flex-1 font-head text-small font-semibold wrap-anywhere">
        {name}
      </p>
      <button
        type="button"
        aria-label="Lock now"
        onClick={() => lock.mutate(undefined, { onError: (error) => showToast(messageOf(error), { tone: 'bad' }) })}
        className="grid size-[48px] shrink-0 place-items-center rounded-control"
      >
        <Lock aria-hidden size={20} />
      </button>
    </div>
  )
}
