import { Button } from '../../components/ui/button.tsx'
import { showToast } from '../../components/ui/toast.ts'
import { messageOf } from '../../lib/api.ts'
import { useSignOut } from '../accounts/sign-out.ts'

/** Logs out at once, from a screen on which nothing is typed but a PIN. */
export function LogOutText() {
  const signOut = useSignOut()
  const onError = (error: unknown) => showToast(messageOf(error), { tone: 'bad' })
  return (
    <Button
      tone="plain"
      slim
      busy={signOut.isPending && 'Logging out…'}
      onClick={() => signOut.mutate({ forget: false }, { onError })}
    >
      Log out
    </Button>
  )
}
