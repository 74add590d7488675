import type { Quote } from '#contract/orders.ts'
import { isText } from '#web/identity/sessions/use-draft.ts'
import type { Naming } from '#web/payments/beneficiaries/get-beneficiaries.ts'
import { type NamedNumber, NamedPhone, namingOf } from '#web/payments/beneficiaries/named-phone.tsx'
import { SavedRecipients } from '#web/payments/beneficiaries/saved-recipients.tsx'
import { fieldsOfRefusal } from '#web/payments/bills/fields-of-refusal.ts'
import { FormFooter } from '#web/payments/bills/form-footer.tsx'
import { isNetworkChoice, type NetworkChoice, networkOf } from '#web/payments/bills/network-choice.ts'
import { NetworkField } from '#web/payments/bills/network-field.tsx'
import { PlanField } from '#web/payments/bills/plan-field.tsx'
import { QuoteForm } from '#web/payments/orders/quote-form.tsx'
import { useQuoteForm } from '#web/payments/orders/use-quote-form.ts'
import { checkData, type DataForm as Data } from './check-data.ts'
import { useBundles } from './get-bundles.ts'

type DataEntry = Omit<Data, 'network'> & NamedNumber & { readonly choice: NetworkChoice | null }
const EMPTY: DataEntry = { phone: '', phoneName: null, choice: null, bundle: null, bpcCode: null }
const DRAFT = { name: 'data', kept: { phone: isText, phoneName: isText, choice: isNetworkChoice } } as const

/** Asks for the terms of a data purchase. No money moves here. */
export function DataForm({ onQuote }: { onQuote: (quote: Quote, naming: Naming) => void }) {
  const { element, form, change, submit, problems, asking, refusalOf } = useQuoteForm({
    empty: EMPTY,
    draft: DRAFT,
    fieldsOfRefusal: (error) => fieldsOfRefusal(error, ['phone', 'network', 'bundle', 'bpcCode']),
    onQuote: (quote) => onQuote(quote, namingOf(form)),
  })
  const known = networkOf(form.choice, form.phone)
  const { network } = known
  const bundles = useBundles(network)
  const bpcCode = form.bpcCode ?? ''

  /** A bundle belongs to its network: with another network it has to be chosen again. */
  function changeNumber(part: Partial<NamedNumber & Pick<DataEntry, 'choice'>>) {
    const { choice, phone } = { ...form, ...part }
    change({ ...part, ...(networkOf(choice, phone).network === network ? {} : { bundle: null }) })
  }

  return (
    <QuoteForm kind="data" element={element} onSubmit={() => submit(checkData({ ...form, network, bpcCode }))}>
      <SavedRecipients
        kind="phone"
        onPick={({ details: { phone, network: saved } }) =>
          changeNumber({ phone, phoneName: null, choice: { network: saved, phone, isSaved: true } })
        }
      />
      <NamedPhone
        phone={form.phone}
        phoneName={form.phoneName}
        onChange={changeNumber}
        onPick={({ phone, name }) => changeNumber({ phone, phoneName: name, choice: null })}
        error={problems.phone}
      />
      <NetworkField
        known={known}
        onChoose={(chosen) => changeNumber({ choice: { network: chosen, phone: form.phone, isSaved: false } })}
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
