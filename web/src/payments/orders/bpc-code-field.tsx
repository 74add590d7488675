import { useState } from 'react'
import { Link } from '#web/lib/routing.tsx'
import { Field } from '#web/ui/field.tsx'
import { useIsFrame } from '#web/ui/frame.ts'
import { useHoldsBpc } from '#web/wallet/get-wallet.ts'

type BpcCodeFieldProps = {
  code: string
  onChange: (code: string) => void
  /** The price that applies while no code is typed: "Standard price", "2.5% off with your BPC". */
  applies: string
  error?: string | undefined
}

const PRICE_COMES_FIRST = 'You see the price, with every fee and discount, before you approve anything.'

/**
 * One quiet line: the price that applies, and a button for another one. Without a code the server takes the best one
 * that the person holds, which no form ever shows.
 */
export function BpcCodeField({ code, onChange, applies, error }: BpcCodeFieldProps) {
  const holdsBpc = useHoldsBpc()
  const [opened, setOpened] = useState(false)
  // The largest text of the screen: the app's later text is smaller, so the browser counts the first paint.
  if (useIsFrame()) return <p className="-my-2 min-h-12 text-small leading-snug text-ink-2">{PRICE_COMES_FIRST}</p>
  if (!opened && code === '')
    return (
      <p className="-my-2 flex flex-wrap items-center gap-x-1.5 text-small text-ink-2">
        {applies} <span aria-hidden>· </span>
        <button type="button" onClick={() => setOpened(true)} className="min-h-12 font-semibold text-brand">
          {holdsBpc ? 'use another code' : 'use a code'}
        </button>
      </p>
    )
  return (
    <div className="flex flex-col">
      <Field
        label="BPC CODE"
        // The button that had the focus is gone.
        autoFocus={opened}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        onChange={(event) => onChange(event.target.value)}
        hint={
          holdsBpc
            ? 'Optional. Left empty, the BPC you bought is used.'
            : 'Optional. Left empty, you pay the standard price.'
        }
        error={error}
      />
      <Link to="/buy-bpc" className="flex min-h-12 items-center self-start text-small font-semibold text-brand">
        Buy BPC code
      </Link>
    </div>
  )
}
