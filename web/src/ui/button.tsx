import { type ButtonHTMLAttributes, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { Link } from '#web/lib/routing.tsx'
import { giveFocusBack, holdFocus } from './held-focus.ts'
import { Spinner } from './spinner.tsx'

type Tone = 'filled' | 'quiet' | 'plain' | 'danger' | 'accent' | 'well'

const SHAPE =
  'press inline-flex items-center justify-center gap-2 rounded-tile border border-transparent py-2 text-center font-head leading-tight font-semibold disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3'
const SIZE = 'min-h-[54px] px-4 text-[1.0625rem]'
const TONES: Record<Tone, string> = {
  filled: 'bg-brand text-on-brand hover:bg-brand-hover active:bg-brand-hover',
  quiet: 'bg-tint text-brand active:bg-line',
  plain: 'text-brand underline-offset-4 hover:underline',
  danger: 'bg-bad-tint text-bad',
  // Only on cloth: the main action, and the one beside it.
  accent: 'bg-accent text-on-accent hover:bg-accent-hover',
  well: 'bg-card-well text-on-card',
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  tone?: Tone
  wide?: boolean
  /** Less padding, beside text on a narrow screen. */
  slim?: boolean
  /** The label while its work is under way; the button cannot be pressed meanwhile. */
  busy?: string | false
}

export function Button({
  tone = 'filled',
  wide = false,
  slim = false,
  busy = false,
  children,
  disabled,
  onClick,
  ...rest
}: ButtonProps) {
  const { element, notePress } = useFocusKept(busy !== false)
  return (
    <button
      ref={element}
      type="button"
      {...rest}
      onClick={(event) => {
        notePress()
        onClick?.(event)
      }}
      disabled={disabled === true || busy !== false}
      className={`${SHAPE} ${TONES[tone]} ${slim ? 'min-h-12 px-3 text-[0.9375rem]' : SIZE} ${wide ? 'w-full' : ''}`}
    >
      {busy === false ? (
        children
      ) : (
        <>
          <Spinner /> {busy}
        </>
      )}
    </button>
  )
}

type FocusKept = { readonly element: RefObject<HTMLButtonElement | null>; readonly notePress: () => void }

/**
 * Browsers take the focus from a button that cannot be pressed, some of them at once. So the press records that the
 * button had it, and the button gets it back afterwards.
 */
function useFocusKept(isBusy: boolean): FocusKept {
  const element = useRef<HTMLButtonElement>(null)
  const wasPressed = useRef(false)
  useLayoutEffect(() => {
    if (!wasPressed.current) return
    if (isBusy) return holdFocus(element.current)
    wasPressed.current = false
    giveFocusBack(element.current)
    holdFocus(null)
  }, [isBusy])
  return {
    element,
    notePress: () => {
      wasPressed.current = document.activeElement === element.current
    },
  }
}

type ButtonLinkProps = { to: string; tone?: Tone; wide?: boolean; replace?: boolean; children: ReactNode }

export function ButtonLink({ to, tone = 'filled', wide = false, replace = false, children }: ButtonLinkProps) {
  return (
    <Link to={to} replace={replace} className={`${SHAPE} ${TONES[tone]} ${SIZE} ${wide ? 'w-full' : ''}`}>
      {children}
    </Link>
  )
}
