import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { currentToast, dismissToast, onToast, type Toast } from './toast.ts'
import { placeOf } from './toast-place.ts'

/** The innermost region shows the message: an open dialog makes everything behind it unreachable. */
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

/** Events that may bring something under a message, or take it away. `animationend`: a sheet has risen. */
const MOVES = ['focusin', 'scroll', 'animationend'] as const

/** The current message, in front of everything, where it covers nothing that must be seen. */
export function ToastRegion() {
  const [self] = useState(() => Symbol('toast region'))
  const innermost = useSyncExternalStore(onRegions, () => regions.at(-1) === self, nobody)
  const toast = useSyncExternalStore(onToast, currentToast, currentToast)
  const section = useRef<HTMLElement>(null)
  const shown = innermost ? toast : null
  const top = usePlace(section, shown)

  useEffect(() => {
    setRegions([...regions, self])
    return () => setRegions(regions.filter((each) => each !== self))
  }, [self])

  return (
    <section
      ref={section}
      aria-label="Messages"
      aria-live="polite"
      style={{ top }}
      className="pointer-events-none fixed right-0 left-(--rail) z-50 mx-auto w-full max-w-[480px] px-[16px]"
    >
      {shown === null ? null : <ToastCard key={shown.id} toast={shown} />}
    </section>
  )
}

/** Moves the message while it is shown, unless somebody is pointing at it or closing it. */
function usePlace(section: RefObject<HTMLElement | null>, toast: Toast | null): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const { current } = section
    if (toast === null || current === null) return
    const follow = () => {
      const isHeld = current.matches(':focus-within') || current.querySelector('[data-pointed]') !== null
      if (!isHeld) setTop(placeOf(current))
    }
    setTop(placeOf(current))
    const watching = new MutationObserver(follow)
    watching.observe(document.body, { childList: true, subtree: true })
    for (const move of MOVES) addEventListener(move, follow, true)
    visualViewport?.addEventListener('resize', follow)
    return () => {
      watching.disconnect()
      for (const move of MOVES) removeEventListener(move, follow, true)
      visualViewport?.removeEventListener('resize', follow)
    }
  }, [toast, section])
  return top
}

const LOOKS = {
  plain: { icon: Info, look: 'text-ink' },
  good: { icon: CircleCheck, look: 'text-ok' },
  bad: { icon: CircleAlert, look: 'text-bad' },
} as const

function ToastCard({ toast }: { toast: Toast }) {
  // A mouse that already rested where the message appears is not pointing at it.
  const [isPointed, setPointed] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const { id, durationMs } = toast

  useEffect(() => {
    if (isPointed || hasFocus || durationMs === null) return
    const timer = setTimeout(() => dismissToast(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, durationMs, isPointed, hasFocus])

  const { icon: Icon, look } = LOOKS[toast.tone]
  const point = () => setPointed(true)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause its clock
    <div
      role={toast.tone === 'bad' ? 'alert' : undefined}
      data-pointed={isPointed ? '' : undefined}
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      className={`fade-in @container pointer-events-auto rounded-tile bg-surface shadow-float forced-colors:border ${look}`}
    >
      {/* Larger text takes the space of the icon. */}
      <div className="flex items-start gap-[12px] py-[4px] pl-[12px]">
        <Icon aria-hidden size={20} className="mt-[14px] shrink-0 @max-[14rem]:hidden" />
        <div className="min-w-0 flex-1 py-[12px]">
          <p className="text-small font-semibold">{toast.title}</p>
          {toast.text === null ? null : <p className="text-small text-ink-2">{toast.text}</p>}
        </div>
        <button
          type="button"
          aria-label="Close message"
          onClick={() => dismissToast(id)}
          className="grid size-[48px] shrink-0 place-items-center rounded-control text-ink-2"
        >
          <X aria-hidden size={18} />
        </button>
      </div>
    </div>
  )
}
