import { useState } from 'react'
import type { Network } from '#contract/purchases.ts'
import type { Customer } from '#contract/selling.ts'
import { CUSTOMER_NAME_MAX_LENGTH, CUSTOMER_NOTE_MAX_LENGTH } from '#contract/selling-limits.ts'
import { ApiError } from '#web/lib/api.ts'
import { NetworkField } from '#web/payments/bills/network-field.tsx'
import { PhoneField } from '#web/payments/bills/phone-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useDeleteCustomer, useSaveCustomer } from './get-customers.ts'

/** Adds a customer, or changes or deletes the one given. */
export function CustomerSheet({ customer, onClose }: { customer: Customer | null; onClose: () => void }) {
  const [form, setForm] = useState({
    name: customer?.name ?? '',
    phone: customer?.phone ?? '',
    network: customer?.network ?? (null as Network | null),
    note: customer?.note ?? '',
  })
  const save = useSaveCustomer()
  const change = (part: Partial<typeof form>) => {
    setForm({ ...form, ...part })
    save.reset()
  }
  const fields = save.error instanceof ApiError ? save.error.fields : {}
  return (
    <Sheet title={customer === null ? 'Add a customer' : 'Change customer'} onClose={onClose} busy={save.isPending}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate({ id: customer?.id ?? null, ...form }, { onSuccess: onClose })
        }}
        className="flex flex-col gap-4"
      >
        <Field
          label="Name"
          autoComplete="off"
          maxLength={CUSTOMER_NAME_MAX_LENGTH}
          value={form.name}
          onChange={(event) => change({ name: event.target.value })}
          error={fields.name}
        />
        <PhoneField phone={form.phone} onChange={(phone) => change({ phone })} error={fields.phone} />
        <NetworkField
          known={{ network: form.network, why: form.network === null ? null : 'chosen' }}
          onChoose={(network) => change({ network })}
          error={fields.network}
        />
        <Field
          label="Note"
          autoComplete="off"
          maxLength={CUSTOMER_NOTE_MAX_LENGTH}
          value={form.note}
          onChange={(event) => change({ note: event.target.value })}
          hint="Optional, for yourself"
        />
        <ErrorNotice error={save.error} />
        <Button type="submit" wide busy={save.isPending && 'Saving…'}>
          Save
        </Button>
      </form>
      {customer === null ? null : <DeleteCustomer customer={customer} onDeleted={onClose} />}
    </Sheet>
  )
}

function DeleteCustomer({ customer, onDeleted }: { customer: Customer; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const remove = useDeleteCustomer()
  if (!asking)
    return (
      <div className="pt-2">
        <Button tone="plain" wide onClick={() => setAsking(true)}>
          Delete this customer
        </Button>
      </div>
    )
  return (
    <div className="pt-4">
      <Confirm
        action="Delete"
        busy="Deleting…"
        pending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(customer.id, { onSuccess: onDeleted })}
        onKeep={() => setAsking(false)}
      >
        <p className="text-small text-ink-2">
          Delete {customer.name} from your customers? Sales and receipts stay as they are.
        </p>
      </Confirm>
    </div>
  )
}
