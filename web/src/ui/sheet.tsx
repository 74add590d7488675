import { X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { ModeLine } from './mode-line.tsx'
import { ToastRegion } from './toast-region.tsx'
import { useModal } from './use-modal.ts'

type SheetProps = {
  title: ReactNode
  /** Stays in sight below the title while the rest scrolls, and describes the sheet. */
  summary?: ReactNode
  /** Called when the person closes it; not called while `busy`. */
  onClose: () => void
  /** Something is under way that nobody must leave by accident. */
  busy?: boolean
  children: ReactNode
}

/** A native modal dialog that rises from the bottom. Render it to open it. */
export function Sheet({ title, summary, onClose, busy = false, children }: SheetProps) {
  const closeUnlessBusy = () => {
    if (!busy) onClose()
  }
  const dialog = useModal(closeUnlessBusy)
  const titleId = useId()

  function closeOnBackdrop(event: MouseEvent) {
    if (event.target === dialog.current) closeUnlessBusy()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it through onCancel
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={summary === undefined ? undefined : `${titleId}-summary`}
      onClick={closeOnBackdrop}
      onCancel={(event) => {
        event.preventDefault()
        closeUnlessBusy()
      }}
      className="sheet-enter mx-auto mt-auto mb-0 max-h-[94dvh] w-full max-w-[480px] overflow-y-auto overscroll-contain rounded-t-sheet bg-surface p-0 shadow-sheet backdrop:bg-backdrop md:mb-auto md:max-w-[27rem] md:rounded-b-sheet forced-colors:border"
    >
      <div className="flex flex-col px-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <div data-sheet-head data-toast-avoid="" className="sticky top-0 z-10 bg-surface pt-2.5">
          <span aria-hidden className="absolute top-1.5 left-1/2 -ml-5 h-1 w-10 rounded-full bg-line md:hidden" />
          <div className="flex items-start justify-between gap-2">
            <div className="min-w-0 self-center">
              <ModeLine />
              <h2 id={titleId} tabIndex={-1} className="text-h2 wrap-anywhere outline-none">
                {title}
              </h2>
            </div>
            <button
              type="button"
              aria-label="Close"
              disabled={busy}
              onClick={onClose}
              className="-mr-2 grid size-[48px] shrink-0 place-items-center rounded-control text-ink-2 disabled:text-line"
            >
              <X aria-hidden />
            </button>
          </div>
          {summary === undefined ? null : <div id={`${titleId}-summary`}>{summary}</div>}
        </div>
        <ToastRegion />
        {children}
      </div>
    </dialog>
  )
}
