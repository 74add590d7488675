import { Link } from 'react-router'
import { Field } from '#web/ui/field.tsx'
import { useHoldsBpc } from '#web/wallet/get-wallet.ts'

type BpcCodeFieldProps = { code: string; onChange: (code: string) => void; error?: string | undefined }

/** A code the person wants to pay with. Without one the server takes the best they hold, which no form is ever shown. */
export function BpcCodeField({ code, onChange, error }: BpcCodeFieldProps) {
  const holdsBpc = useHoldsBpc()
  return (
    <div className="flex flex-col">
      <Field
        label="BPC CODE"
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
