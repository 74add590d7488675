import { CircleCheck } from 'lucide-react'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'

/** The payee's name, or the state of looking it up. */
export type ResolvedName =
  | { readonly status: 'missing' | 'asking' }
  | { readonly status: 'known'; readonly name: string; readonly detail: string | null }
  | { readonly status: 'refused'; readonly message: string }

type ResolvedNameBoxProps = {
  label: string
  name: ResolvedName
  /** While number or company are missing. */
  missingText: string
  askingText: string
  onAskAgain: () => void
}

/** A field nobody types into: it shows the payee's name from the bank or the company. */
export function ResolvedNameBox({ label, name, missingText, askingText, onAskAgain }: ResolvedNameBoxProps) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 rounded-control bg-sunken px-3 py-1">
      {/* A known name explains itself, and needs the space. */}
      {name.status === 'known' ? null : <span className="text-small font-medium text-ink-2">{label}</span>}
      <div
        role="status"
        aria-label={label}
        className={`flex min-w-0 flex-1 flex-wrap items-center gap-2 ${name.status === 'refused' ? 'basis-full' : 'basis-36'}`}
      >
        {name.status === 'missing' ? <span className="text-small text-ink-3">{missingText}</span> : null}
        {name.status === 'asking' ? (
          <span className="flex items-center gap-2 text-small text-ink-2">
            <Spinner /> {askingText}
          </span>
        ) : null}
        {name.status === 'known' ? (
          <>
            <CircleCheck aria-hidden size={20} className="shrink-0 text-ok" />
            <span className="min-w-0 flex-1">
              <span translate="no" className="block font-semibold wrap-anywhere">
                {name.name}
              </span>
              {name.detail === null ? null : <span className="block text-caption text-ink-2">{name.detail}</span>}
            </span>
          </>
        ) : null}
        {name.status === 'refused' ? (
          <>
            <span className="flex-[1_1_12rem] text-small text-bad">{name.message}</span>
            <span className="-my-1 -ml-3">
              <Button tone="plain" slim onClick={onAskAgain}>
                Ask again
              </Button>
            </span>
          </>
        ) : null}
      </div>
    </div>
  )
}
