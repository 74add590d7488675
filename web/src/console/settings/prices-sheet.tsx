import { useState } from 'react'
import { type PricesBody, SET_PRICES } from '#contract/acts/set-prices.ts'
import type { ListedPriceVersion } from '#contract/console/settings.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { type PriceText, pricesFromTexts, textsOfPrices } from './price-texts.ts'
import { StartField } from './start-field.tsx'

type PricesSheetProps = {
  /** The version in force. */
  readonly version: ListedPriceVersion
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Every price in force, to be edited. Services and bands are added and removed in the list as text. */
export function PricesSheet({ version, onClose, onDone }: PricesSheetProps) {
  const [texts, setTexts] = useState(() => textsOfPrices(version.list))
  const [typed, setTyped] = useState<string | null>(null)
  const [from, setFrom] = useState('')
  const change = (at: number, of: Partial<PriceText>) =>
    setTexts(texts.map((each, place) => (place === at ? { ...each, ...of } : each)))
  return (
    <ProposeSheet
      title="Prices"
      path={SET_PRICES.path}
      body={() => ({ list: typed ?? JSON.stringify(pricesFromTexts(texts)), from }) satisfies PricesBody}
      onClose={onClose}
      onDone={onDone}
    >
      {typed === null ? (
        <>
          {texts.map((text, at) => (
            <PriceFields key={text.path.join()} text={text} onChange={(of) => change(at, of)} />
          ))}
          <Button tone="quiet" onClick={() => setTyped(JSON.stringify(pricesFromTexts(texts), null, 1))}>
            Add or remove services and bands
          </Button>
        </>
      ) : (
        <TextArea
          label="The whole list as JSON"
          hint="Shares in hundredths of a percent, amounts in kobo."
          rows={16}
          spellCheck={false}
          required
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <StartField from={from} onChange={setFrom} />
    </ProposeSheet>
  )
}

const LISTS: Readonly<Record<string, string>> = { standard: 'standard', bpc: 'with a BPC' }

function PriceFields({ text, onChange }: { text: PriceText; onChange: (of: Partial<PriceText>) => void }) {
  const { path, share, upTo } = text
  const [group, kind, name] = path
  if (group !== 'transferFees')
    return (
      <Field
        label={`${group === 'discounts' ? 'Discount' : 'Commission'}: ${kind}, ${LISTS[name] ?? name}`}
        inputMode="decimal"
        required
        trail={<span className="pr-3 text-ink-2">%</span>}
        value={share}
        onChange={({ target }) => onChange({ share: target.value })}
      />
    )
  const band = `${LISTS[kind] ?? kind}, band ${Number(name) + 1}`
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field
        label={`Transfers up to: ${band}`}
        lead="₦"
        inputMode="decimal"
        required
        value={upTo}
        onChange={({ target }) => onChange({ upTo: target.value })}
      />
      <Field
        label={`Fee: ${band}`}
        lead="₦"
        inputMode="decimal"
        required
        value={share}
        onChange={({ target }) => onChange({ share: target.value })}
      />
    </div>
  )
}
