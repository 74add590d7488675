import type { UseMutationResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Confirm } from '#web/ui/confirm.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useReauthentication } from './use-reauthentication.tsx'

type RemoveProofSheetProps = {
  title: string
  /** Why the password may be asked for once more: `to remove a passkey`. */
  purpose: string
  /** Shown once it is removed. */
  removed: string
  remove: UseMutationResult<undefined, Error, void>
  onClose: () => void
  /** What stops working, and what stays. */
  children: ReactNode
}

/** Asks for confirmation before a factor is removed, which needs a fresh sign-in. */
export function RemoveProofSheet({ title, purpose, removed, remove, onClose, children }: RemoveProofSheetProps) {
  const fresh = useReauthentication()

  function start() {
    remove.mutate(undefined, {
      onSuccess: () => {
        showToast(removed, { tone: 'good' })
        onClose()
      },
      onError: (error) => {
        if (fresh.askedAgain(error, purpose, start)) remove.reset()
      },
    })
  }

  return (
    <>
      <Sheet title={title} onClose={onClose} busy={remove.isPending}>
        <Confirm
          action="Remove"
          busy="Removing…"
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => fresh.whenFresh(purpose, start)}
          onKeep={onClose}
        >
          <p className="text-ink-2">{children}</p>
        </Confirm>
      </Sheet>
      {fresh.sheet}
    </>
  )
}
