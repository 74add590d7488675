import { Delete, FingerprintPattern } from 'lucide-react'
import { type ReactNode, useLayoutEffect } from 'react'
import { PIN_LENGTH } from '#contract/constants.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { type PinEntry, type PinVerdict, usePinEntry } from './use-pin-entry.ts'

type PinKeysProps = {
  entry: PinEntry
  /** The text shown while the entry is being sent. */
  sendingText: string
  /** Stands under the dots: a reason, a wait. Announced when it changes. */
  note?: ReactNode
  /** What the fingerprint key does; without it there is none. */
  fingerprint?: { readonly disabled: boolean; readonly onPress: () => void } | undefined
  /** Below the keys. */
  children?: ReactNode
}

type PinPadProps = Omit<PinKeysProps, 'entry' | 'children'> & {
  onEntered: (pin: string) => Promise<PinVerdict>
  disabled?: boolean
  /** Beside "Reset passcode". */
  more?: ReactNode
}

const ROWS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const KEY =
  'grid min-h-[56px] min-w-0 place-items-center rounded-tile font-head text-[1.5rem] leading-none font-semibold tabular transition-colors duration-120 in-[dialog]:min-h-[52px]'
const ACTION = 'min-h-12 px-2 font-semibold text-brand disabled:text-ink-3'

/** The keypad of a screen of its own, with "Reset passcode". */
export function PinPad({ onEntered, disabled = false, more, ...keys }: PinPadProps) {
  const entry = usePinEntry(onEntered, disabled)
  useHardwareKeys(entry)
  return (
    <PinKeys {...keys} entry={entry}>
      <div className="mt-2 flex w-full max-w-80 flex-wrap justify-between gap-2">
        <button type="button" disabled={entry.closed || entry.count === 0} onClick={entry.reset} className={ACTION}>
          Reset passcode
        </button>
        {more}
      </div>
    </PinKeys>
  )
}

/** The dots, the note below them, and the keys, which keep their size when the text is larger. */
export function PinKeys({ entry, sendingText, note, fingerprint, children }: PinKeysProps) {
  const { count, sending, shakes, closed, press, erase } = entry
  return (
    <div className="family-stone flex flex-col items-center gap-2">
      <div key={shakes} className={`flex gap-5 pt-2 in-[dialog]:pt-0 ${shakes === 0 ? '' : 'shake'}`}>
        {Array.from({ length: PIN_LENGTH }, (_, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a dot is its place
            key={place}
            data-dot
            className={`size-4 rounded-full border-2 ${place < count ? 'border-brand bg-brand forced-colors:bg-[Highlight]' : 'border-control'}`}
          />
        ))}
      </div>
      <div
        aria-live="polite"
        className="flex min-h-11 w-full flex-col items-center justify-center text-center text-small text-ink-2"
      >
        <span className="sr-only">{`${count} of ${PIN_LENGTH} digits entered.`}</span>
        {sending ? (
          <span className="flex items-center gap-2">
            <Spinner size={16} /> {sendingText}
          </span>
        ) : (
          note
        )}
      </div>
      <div className="grid w-full max-w-[21rem] grid-cols-3 gap-2">
        {ROWS.map((digit) => (
          <PinKey key={digit} digit={digit} disabled={closed} onPress={press} />
        ))}
        {fingerprint === undefined ? (
          <span />
        ) : (
          <button
            type="button"
            aria-label="Fingerprint"
            disabled={fingerprint.disabled || sending}
            onClick={fingerprint.onPress}
            className={`${KEY} text-brand active:bg-tint disabled:text-ink-3`}
          >
            <FingerprintPattern aria-hidden size={28} />
          </button>
        )}
        <PinKey digit="0" disabled={closed} onPress={press} />
        <button
          type="button"
          aria-label="Backspace"
          disabled={closed || count === 0}
          onClick={erase}
          className={`${KEY} disabled:text-ink-3`}
        >
          <Delete aria-hidden />
        </button>
      </div>
      {children}
    </div>
  )
}

/** Under the dots: why the last PIN was not taken. */
export function PinNote({ children }: { children: string }) {
  return <span className="font-medium text-balance text-bad">{children}</span>
}

function PinKey({ digit, disabled, onPress }: { digit: string; disabled: boolean; onPress: (digit: string) => void }) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={() => onPress(digit)}
      className={`${KEY} border border-transparent bg-surface shadow-lift active:bg-tint disabled:text-ink-3 in-[dialog]:bg-family-tint in-[dialog]:shadow-none`}
    >
      {digit}
    </button>
  )
}

/**
 * Digits and backspace of a real keyboard, unless the person types into a field. None is lost, from the first frame.
 */
export function useHardwareKeys({ press, erase }: Pick<PinEntry, 'press' | 'erase'>): void {
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return
      if (/^\d$/.test(event.key)) press(event.key)
      if (event.key === 'Backspace') erase()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  })
}
