import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { currentToasts, dismissToast, onToasts, type Toast } from './toast.ts'

/** The innermost region shows the toasts: an open dialog makes everything behind it unreachable. */
let regions: readonly symbol[] = []
const regionListeners = new Set<() => void>()

function setRegions(next: readonly symbol[]): void {
  regions = next
  for (const listener of regionListeners) listener()
}

function onRegions(listener: () => void): () => void {
  regionListeners.add(listener)
  return () => regionListeners.delete(listener)
}

/** Without a browser no region is on the screen. */
const nobody = () => false

const PLACES = {
  top: 'fixed inset-x-0 top-9 mx-auto w-full max-w-[480px] px-4 [html:has(header_:is(a,button))_&]:top-22',
  'below-head': 'absolute inset-x-0 top-full',
} as const

/**
 * Messages stand below a header that leads somewhere, and at the top of a page without one. `inHead`: this region is part of
 * a sheet's head. A sheet that leaves no room above itself has them below that head, which says what is approved.
 */
export function ToastRegion({ inHead = false }: { inHead?: boolean }) {
  const [self] = useState(() => Symbol('toast region'))
  const innermost = useSyncExternalStore(onRegions, () => regions.at(-1) === self, nobody)
  const toasts = useSyncExternalStore(onToasts, currentToasts, currentToasts)
  const section = useRef<HTMLElement>(null)
  const [place, setPlace] = useState<keyof typeof PLACES>('top')
  const shown = innermost ? toasts : []

  useEffect(() => {
    setRegions([...regions, self])
    return () => setRegions(regions.filter((each) => each !== self))
  }, [self])

  useLayoutEffect(() => {
    if (shown.length === 0) setPlace('top')
    else if (inHead && covers(section.current)) setPlace('below-head')
  }, [shown.length, inHead])

  return (
    <section
      ref={section}
      aria-label="Messages"
      aria-live="polite"
      className={`pointer-events-none z-50 flex flex-col gap-2 ${PLACES[place]}`}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

/** The messages reach into the sheet they belong to. */
function covers(section: HTMLElement | null): boolean {
  const sheet = section?.closest('dialog')
  if (!section || !sheet) return false
  return section.getBoundingClientRect().bottom > sheet.getBoundingClientRect().top
}

const LOOKS = {
  plain: { icon: Info, look: 'border-line text-ink' },
  good: { icon: CircleCheck, look: 'border-ok text-ok' },
  bad: { icon: CircleAlert, look: 'border-bad text-bad' },
} as const

function ToastCard({ toast }: { toast: Toast }) {
  const [paused, setPaused] = useState(false)
  const { id, durationMs } = toast

  useEffect(() => {
    if (paused || durationMs === null) return
    const timer = setTimeout(() => dismissToast(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, durationMs, paused])

  const { icon: Icon, look } = LOOKS[toast.tone]
  const pause = () => setPaused(true)
  const resume = () => setPaused(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause its clock
    <div
      role={toast.tone === 'bad' ? 'alert' : undefined}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
      className={`fade-in pointer-events-auto flex items-start gap-3 rounded-control border bg-surface py-1 pl-3 ${look}`}
    >
      <Icon aria-hidden size={20} className="mt-2.5 shrink-0" />
      <div className="min-w-0 flex-1 py-2">
        <p className="text-small font-semibold">{toast.title}</p>
        {toast.text === null ? null : <p className="text-small text-ink-2">{toast.text}</p>}
      </div>
      <button
        type="button"
        aria-label="Close message"
        onClick={() => dismissToast(id)}
        className="grid size-12 shrink-0 place-items-center rounded-control text-ink-2"
      >
        <X aria-hidden size={18} />
      </button>
    </div>
  )
}
