import { UsersRound } from 'lucide-react'
import { readTypedPhone } from '#contract/phones.ts'
import { CUSTOMER_NAME_MAX_LENGTH } from '#contract/selling-limits.ts'
import { PhoneField } from '#web/payments/bills/phone-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { FieldPair } from '#web/ui/field-pair.tsx'
import { contactsOf, type PickedContact, pickContact } from './contacts.ts'
import { type Naming, useBeneficiaries } from './get-beneficiaries.ts'

/** A number, and what its owner calls it; null until something is typed, and what is saved shows. */
export type NamedNumber = { readonly phone: string; readonly phoneName: string | null }

type NamedPhoneProps = NamedNumber & {
  onChange: (part: Partial<NamedNumber>) => void
  onPick: (contact: PickedContact) => void
  error?: string | undefined
}

/** Whom it is for: a number, and beside it a name for the next time, which nobody has to give. */
export function NamedPhone({ phone, phoneName, onChange, onPick, error }: NamedPhoneProps) {
  const { data: saved = [] } = useBeneficiaries('phone')
  const known = saved.find(({ details }) => details.phone === readTypedPhone(phone))
  return (
    <FieldPair>
      <PhoneField phone={phone} onChange={(typed) => onChange({ phone: typed })} error={error} />
      <Field
        label="Name (optional)"
        autoComplete="off"
        maxLength={CUSTOMER_NAME_MAX_LENGTH}
        value={phoneName ?? known?.name ?? ''}
        onChange={(event) => onChange({ phoneName: event.target.value })}
        trail={<FromContacts onPick={onPick} />}
      />
    </FieldPair>
  )
}

/** What is to be saved of it with the purchase. */
export function namingOf({ phone, phoneName }: NamedNumber): Naming {
  const number = readTypedPhone(phone)
  return number === null || phoneName === null ? null : { phone: number, name: phoneName }
}

function FromContacts({ onPick }: Pick<NamedPhoneProps, 'onPick'>) {
  const contacts = contactsOf(navigator)
  if (contacts === null) return null
  return (
    <button
      type="button"
      aria-label="Choose from your contacts"
      onClick={async () => {
        const contact = await pickContact(contacts)
        if (contact !== null) onPick(contact)
      }}
      className="grid size-12 shrink-0 place-items-center rounded-control text-brand"
    >
      <UsersRound aria-hidden size={20} />
    </button>
  )
}
