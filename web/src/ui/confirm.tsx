import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ErrorNotice } from './error-notice.tsx'

type ConfirmProps = {
  /** What is about to be done, and what stays as it is. */
  children: ReactNode
  /** The label of the button, and its label while it works. */
  action: string
  busy: string
  pending: boolean
  /** Why it failed; null if it has not. */
  error: unknown
  onConfirm: () => void
  onKeep: () => void
}

/** Asks once more before something is removed. */
export function Confirm({ children, action, busy, pending, error, onConfirm, onKeep }: ConfirmProps) {
  return (
    <div className="flex flex-col gap-3">
      {children}
      <ErrorNotice error={error} />
      <Button tone="danger" wide busy={pending && busy} onClick={onConfirm}>
        {action}
      </Button>
      <Button tone="quiet" wide onClick={onKeep}>
        Keep
      </Button>
    </div>
  )
}
