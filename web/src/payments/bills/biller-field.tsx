import type { Biller } from '#contract/purchases.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { ChoiceSheet } from '#web/ui/choice-sheet.tsx'
import { useBillers } from './get-billers.ts'

type BillerFieldProps = {
  of: 'electricity' | 'tv'
  label: string
  chosen: Biller | null
  onChoose: (biller: Biller) => void
  error?: string | undefined
}

export function BillerField({ of, label, chosen, onChoose, error }: BillerFieldProps) {
  const { data, error: readError, refetch } = useBillers()
  return (
    <ChoiceField label={label} placeholder="Choose" chosen={chosen?.name ?? null} error={error}>
      {(close) => (
        <ChoiceSheet
          title="Choose the company"
          nouns={{ one: 'company', many: 'companies' }}
          list={{ data: data?.[of], error: readError, refetch }}
          chosenId={chosen?.id ?? null}
          onClose={close}
          onChoose={(id) => {
            const biller = data?.[of].find((each) => each.id === id)
            if (biller !== undefined) onChoose(biller)
            close()
          }}
        />
      )}
    </ChoiceField>
  )
}
