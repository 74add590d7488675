import { Check, ChevronDown, CircleAlert, type LucideIcon, Minus } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { Chip } from '#web/ui/chip.tsx'

/** Rows of one subject under its heading. */
export function RowGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="px-1 text-body font-semibold text-ink-2">
        {title}
      </h2>
      <ul className="@container overflow-hidden rounded-card bg-surface shadow-lift">{children}</ul>
    </section>
  )
}

const LOOKS = {
  good: { icon: Check, look: 'bg-ok-tint text-ok' },
  short: { icon: CircleAlert, look: 'bg-wait-tint text-wait' },
  none: { icon: Minus, look: 'bg-sunken text-ink-2' },
} as const

export type RowState = { readonly word: string; readonly tone: keyof typeof LOOKS }

export function onOrOff(isOn: boolean): RowState {
  return isOn ? { word: 'On', tone: 'good' } : { word: 'Off', tone: 'none' }
}

type SecurityRowProps = {
  /** `/security#id` shows the page with this row open. */
  id: string
  title: string
  text?: string | undefined
  icon: LucideIcon
  /** At the end of the row; null while it is being read. */
  state?: RowState | null
  children: ReactNode
}

/** One subject of the Security page: a row with its state, which opens in place to show its actions. */
export function SecurityRow({ id, title, text, icon, state, children }: SecurityRowProps) {
  const titleId = useId()
  const panelId = useId()
  const [isOpen, setOpen] = useOpenRow(id)
  return (
    <li id={id} className="scroll-mt-20 border-b border-line last:border-b-0">
      <h3 className="font-sans font-normal">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setOpen(!isOpen)}
          className={ROW}
        >
          <RowWords id={titleId} title={title} text={text} icon={icon} />
          <span className="ml-auto flex shrink-0 items-center gap-x-3">
            {/* Its space is reserved before it is read, so no row grows. */}
            {state === undefined ? null : (
              <span className="min-w-19 text-right">
                {state === null ? null : <Chip word={state.word} {...LOOKS[state.tone]} />}
              </span>
            )}
            <ChevronDown aria-hidden size={20} className={`text-ink-3 ${isOpen ? '[transform:rotate(180deg)]' : ''}`} />
          </span>
        </button>
      </h3>
      {isOpen ? (
        <section id={panelId} aria-labelledby={titleId} className="flex flex-col gap-3 px-4 pt-1 pb-4">
          {children}
        </section>
      ) : null}
    </li>
  )
}

/** On small screens with large text, state and chevron wrap below the text, with or without container queries. */
export const ROW = 'flex min-h-16 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-left -outline-offset-3'

type RowWordsProps = { id?: string; title: string; text?: string | undefined; icon: LucideIcon }

/** The icon, name and description at the start of a row. */
export function RowWords({ id, title, text, icon: Icon }: RowWordsProps) {
  return (
    <>
      <span className="family-indigo grid size-11 @max-[19rem]:hidden shrink-0 place-items-center rounded-mark bg-family-tint text-family forced-colors:border">
        <Icon aria-hidden size={22} />
      </span>
      <span className="min-w-0 flex-[1_1_7rem]">
        <span id={id} className="block font-head leading-snug font-semibold wrap-anywhere">
          {title}
        </span>
        {text === undefined ? null : <span className="block text-caption text-ink-2 wrap-anywhere">{text}</span>}
      </span>
    </>
  )
}

/** Whether a row is open: as the person left it, or at once if the address names it. */
function useOpenRow(id: string) {
  const { hash, key } = useLocation()
  const isNamed = hash === `#${id}`
  const [isOpen, setOpen] = useState(isNamed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a second tap on the same link opens it again
  useEffect(() => {
    if (isNamed) setOpen(true)
  }, [isNamed, key])
  return [isOpen, setOpen] as const
}
