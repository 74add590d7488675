import type { Bank } from '#contract/banks.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { BankSheet } from './bank-sheet.tsx'

type BankFieldProps = { chosen: Bank | null; onChoose: (bank: Bank) => void; error?: string | undefined }

export function BankField({ chosen, onChoose, error }: BankFieldProps) {
  return (
    <ChoiceField
      label="Bank"
      placeholder="Choose the bank"
      chosen={chosen?.name ?? null}
      lead={chosen === null ? null : <Mark names={[chosen.name]} size="small" />}
      error={error}
    >
      {(close) => (
        <BankSheet
          chosen={chosen}
          onClose={close}
          onChoose={(bank) => {
            onChoose(bank)
            close()
          }}
        />
      )}
    </ChoiceField>
  )
}
