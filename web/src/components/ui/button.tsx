import { type ButtonHTMLAttributes, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Spinner } from './spinner.tsx'

type Tone = 'filled' | 'quiet' | 'plain' | 'danger'

const SHAPE =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-control border border-transparent py-2 text-center font-semibold transition-colors duration-120 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-3'
const TONES: Record<Tone, string> = {
  filled: 'bg-brand text-on-brand hover:bg-brand-hover active:bg-brand-hover',
  quiet: 'bg-tint text-ink active:bg-line',
  plain: 'text-brand underline-offset-4 hover:underline',
  danger: 'bg-bad-tint text-bad',
}

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  tone?: Tone
  wide?: boolean
  /** Less padding, beside text on a narrow screen. */
  slim?: boolean
  /** What the button says while its work is under way; it cannot be pressed meanwhile. */
  busy?: string | false
}

export function Button({
  tone = 'filled',
  wide = false,
  slim = false,
  busy = false,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  const element = useFocusKept(busy !== false)
  return (
    <button
      ref={element}
      type="button"
      {...rest}
      disabled={disabled === true || busy !== false}
      className={`${SHAPE} ${TONES[tone]} ${slim ? 'px-3' : 'px-4'} ${wide ? 'w-full' : ''}`}
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

/** A browser takes the focus from a button that cannot be pressed. Whoever pressed it finds it there again afterwards. */
function useFocusKept(isBusy: boolean): RefObject<HTMLButtonElement | null> {
  const element = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (isBusy) hadFocus.current = document.activeElement === element.current
    else if (hadFocus.current) {
      hadFocus.current = false
      if (document.activeElement === document.body) element.current?.focus({ preventScroll: true })
    }
  }, [isBusy])
  return element
}

type ButtonLinkProps = { to: string; tone?: Tone; wide?: boolean; replace?: boolean; children: ReactNode }

export function ButtonLink({ to, tone = 'filled', wide = false, replace = false, children }: ButtonLinkProps) {
  return (
    <Link to={to} replace={replace} className={`${SHAPE} ${TONES[tone]} px-4 ${wide ? 'w-full' : ''}`}>
      {children}
    </Link>
  )
}
