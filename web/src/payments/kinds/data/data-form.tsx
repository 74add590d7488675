import type { Quote } from '#contract/orders.ts'
import type { Network } from '#contract/purchases.ts'
import { SavedRecipients } from '#web/payments/beneficiaries/saved-recipients.tsx'
import { fieldsOfRefusal } from '#web/payments/bills/fields-of-refusal.ts'
import { FormFooter } from '#web/payments/bills/form-footer.tsx'
import { NetworkField, networkOf } from '#web/payments/bills/network-field.tsx'
import { PhoneField } from '#web/payments/bills/phone-field.tsx'
import { PlanField } from '#web/payments/bills/plan-field.tsx'
import { BpcCodeField } from '#web/payments/orders/bpc-code-field.tsx'
import { QuoteForm } from '#web/payments/orders/quote-form.tsx'
import { useQuoteForm } from '#web/payments/orders/use-quote-form.ts'
import { checkData, type DataForm as Data } from './check-data.ts'
import { useBundles } from './get-bundles.ts'

const EMPTY: Data = { phone: '', network: null, bundle: null, bpcCode: null }

/** Asks for the terms of a data purchase. No money moves here. */
export function DataForm({ onQuote }: { onQuote: (quote: Quote) => void }) {
  const { element, form, change, submit, problems, asking, refusal } = useQuoteForm({
    empty: EMPTY,
    fieldsOfRefusal: (error) => fieldsOfRefusal(error, ['phone', 'network', 'bundle', 'bpcCode']),
    onQuote,
  })
  const network = networkOf({ chosen: form.network, phone: form.phone })
  const bundles = useBundles(network)
  const bpcCode = form.bpcCode ?? ''

  /** A bundle belongs to its network: with another network it has to be chosen again. */
  function changeNumber(part: { phone?: string; network?: Network }) {
    const next = networkOf({ chosen: part.network ?? form.network, phone: part.phone ?? form.phone })
    change({ ...part, ...(next === network ? {} : { bundle: null }) })
  }

  return (
    <QuoteForm element={element} onSubmit={() => submit(checkData({ ...form, network, bpcCode }))}>
      <SavedRecipients
        kind="phone"
        onPick={({ details: { phone, network: known } }) => changeNumber({ phone, network: known })}
      />
      <PhoneField phone={form.phone} onChange={(phone) => changeNumber({ phone })} error={problems.phone} />
      <NetworkField
        network={network}
        suggested={form.network === null}
        onChoose={(chosen) => changeNumber({ network: chosen })}
        error={problems.network}
      />
      <PlanField
        label="Data Bundle"
        nouns={{ one: 'bundle', many: 'bundles' }}
        list={bundles}
        chosen={form.bundle}
        onChoose={(bundle) => change({ bundle })}
        needs={network === null ? 'Choose the network first' : null}
        error={problems.bundle}
      />
      <BpcCodeField code={bpcCode} onChange={(text) => change({ bpcCode: text })} error={problems.bpcCode} />
      <FormFooter
        kind="data"
        buying={{ amountKobo: form.bundle && BigInt(form.bundle.amountKobo), bpcCode }}
        action="Purchase Data"
        asking={asking}
        refusal={refusal}
      />
    </QuoteForm>
  )
}
