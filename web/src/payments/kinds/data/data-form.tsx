import type { Quote } from '#contract/orders.ts'
import type { Network } from '#contract/purchases.ts'
import type { Naming } from '#web/payments/beneficiaries/get-beneficiaries.ts'
import { type NamedNumber, NamedPhone, namingOf } from '#web/payments/beneficiaries/named-phone.tsx'
import { SavedRecipients } from '#web/payments/beneficiaries/saved-recipients.tsx'
import { fieldsOfRefusal } from '#web/payments/bills/fields-of-refusal.ts'
import { FormFooter } from '#web/payments/bills/form-footer.tsx'
import { NetworkField, networkOf } from '#web/payments/bills/network-field.tsx'
import { PlanField } from '#web/payments/bills/plan-field.tsx'
import { QuoteForm } from '#web/payments/orders/quote-form.tsx'
import { useQuoteForm } from '#web/payments/orders/use-quote-form.ts'
import { checkData, type DataForm as Data } from './check-data.ts'
import { useBundles } from './get-bundles.ts'

const EMPTY: Data & NamedNumber = { phone: '', phoneName: null, network: null, bundle: null, bpcCode: null }

/** Asks for the terms of a data purchase. No money moves here. */
export function DataForm({ onQuote }: { onQuote: (quote: Quote, naming: Naming) => void }) {
  const { element, form, change, submit, problems, asking, refusalOf } = useQuoteForm({
    empty: EMPTY,
    fieldsOfRefusal: (error) => fieldsOfRefusal(error, ['phone', 'network', 'bundle', 'bpcCode']),
    onQuote: (quote) => onQuote(quote, namingOf(form)),
  })
  const network = networkOf({ chosen: form.network, phone: form.phone })
  const bundles = useBundles(network)
  const bpcCode = form.bpcCode ?? ''

  /** A bundle belongs to its network: with another network it has to be chosen again. */
  function changeNumber(part: Partial<NamedNumber> & { network?: Network | null }) {
    const chosen = part.network === undefined ? form.network : part.network
    const next = networkOf({ chosen, phone: part.phone ?? form.phone })
    change({ ...part, ...(next === network ? {} : { bundle: null }) })
  }

  return (
    <QuoteForm kind="data" element={element} onSubmit={() => submit(checkData({ ...form, network, bpcCode }))}>
      <SavedRecipients
        kind="phone"
        onPick={({ details: { phone, network: known } }) => changeNumber({ phone, phoneName: null, network: known })}
      />
      <NamedPhone
        phone={form.phone}
        phoneName={form.phoneName}
        onChange={changeNumber}
        onPick={({ phone, name }) => changeNumber({ phone, phoneName: name, network: null })}
        error={problems.phone}
      />
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
      <FormFooter
        kind="data"
        amountKobo={form.bundle && BigInt(form.bundle.amountKobo)}
        bpcCode={bpcCode}
        onBpcCode={(code) => change({ bpcCode: code })}
        bpcError={problems.bpcCode}
        action="Purchase Data"
        asking={asking}
        refusal={refusalOf()}
      />
    </QuoteForm>
  )
}
