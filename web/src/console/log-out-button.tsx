import { useMutation } from '@tanstack/react-query'
import { isRefusal } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { call } from './call.ts'
import { signOutHere } from './console-queries.ts'

/** If the server did not answer, says that the session is still open. */
export function LogOutButton() {
  const logOut = useMutation({
    mutationFn: async () => {
      await call('DELETE', '/api/admin/session').catch((error: unknown) => {
        if (!isRefusal(error, 'operator.none', 'operator.signed-in-elsewhere')) throw error
      })
    },
    onSuccess: () => signOutHere(),
  })
  return (
    <>
      <Button tone="quiet" slim busy={logOut.isPending && 'Logging out…'} onClick={() => logOut.mutate()}>
        Log out
      </Button>
      <ErrorNotice error={logOut.error} />
    </>
  )
}
