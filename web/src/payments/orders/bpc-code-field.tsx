import { Link } from 'react-router'
import { useBestBpc } from '#web/payments/bpc/get-bpc.ts'
import { Field } from '#web/ui/field.tsx'

/** The code to pay with: the person's own words, or their best code until they have touched the field. */
export function useBpcCode(typed: string | null): string {
  const best = useBestBpc().data ?? ''
  return typed ?? best
}

type BpcCodeFieldProps = { code: string; onChange: (code: string) => void; error?: string | undefined }

export function BpcCodeField({ code, onChange, error }: BpcCodeFieldProps) {
  const bestBpc = useBestBpc().data ?? null
  return (
    <div className="flex flex-col">
      <Field
        label="BPC CODE"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={code}
        onChange={(event) => onChange(event.target.value)}
        hint={bestBpc === null ? 'Optional' : 'Optional. Filled with your best code.'}
        error={error}
      />
      <Link to="/buy-bpc" className="flex min-h-12 items-center self-start text-small font-semibold text-brand">
        Buy BPC code
      </Link>
    </div>
  )
}
