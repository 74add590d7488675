import { Delete, FingerprintPattern } from 'lucide-react'
import { type ReactNode, useLayoutEffect } from 'react'
import { PIN_LENGTH } from '#contract/constants.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { type PinVerdict, usePinEntry } from './use-pin-entry.ts'

type PinPadProps = {
  onEntered: (pin: string) => Promise<PinVerdict>
  disabled?: boolean
  /** What is happening while the entry is being sent. */
  sendingText: string
  /** Stands under the dots: tries left, a reason, a wait. Announced when it changes. */
  note?: ReactNode
  /** Beside "Reset passcode". */
  more?: ReactNode
  /** What the fingerprint key does; without it there is none. */
  fingerprint?: { readonly disabled: boolean; readonly onPress: () => void }
}

const ROWS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const KEY =
  'grid min-h-14 min-w-0 place-items-center rounded-control font-head text-h1 font-semibold tabular transition-colors duration-120'
const ACTION = 'min-h-12 px-2 font-semibold text-brand disabled:text-ink-3'

export function PinPad({ onEntered, disabled = false, sendingText, note, more, fingerprint }: PinPadProps) {
  const { count, sending, shakes, closed, press, erase, reset } = usePinEntry(onEntered, disabled)
  useHardwareKeys(press, erase)

  return (
    <div className="flex flex-col items-center gap-4">
      <div key={shakes} className={`flex gap-5 py-2 ${shakes === 0 ? '' : 'shake'}`}>
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
      <div className="grid w-full max-w-80 grid-cols-3 gap-2">
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
      <div className="flex w-full max-w-80 flex-wrap justify-between gap-2">
        <button type="button" disabled={closed || count === 0} onClick={reset} className={ACTION}>
          Reset passcode
        </button>
        {more}
      </div>
    </div>
  )
}

function PinKey({ digit, disabled, onPress }: { digit: string; disabled: boolean; onPress: (digit: string) => void }) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={() => onPress(digit)}
      className={`${KEY} border border-line bg-surface active:bg-tint disabled:bg-sunken disabled:text-ink-3`}
    >
      {digit}
    </button>
  )
}

/** Digits and backspace of a real keyboard, unless the person is typing into a field. None is lost once the keypad is seen. */
function useHardwareKeys(press: (digit: string) => void, erase: () => void): void {
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
