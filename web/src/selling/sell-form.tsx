import { AIRTIME_MAX_KOBO, AIRTIME_MIN_KOBO } from '#contract/constants.ts'
import { parseNaira } from '#contract/money.ts'
import type { Quote } from '#contract/orders.ts'
import { formatPhone } from '#contract/phones.ts'
import type { Customer } from '#contract/selling.ts'
import { CUSTOMER_NAME_MAX_LENGTH } from '#contract/selling-limits.ts'
import { isText } from '#web/identity/sessions/use-draft.ts'
import { fieldsOfRefusal } from '#web/payments/bills/fields-of-refusal.ts'
import { FormFooter } from '#web/payments/bills/form-footer.tsx'
import { isNetworkChoice, type NetworkChoice, networkOf } from '#web/payments/bills/network-choice.ts'
import { NetworkField } from '#web/payments/bills/network-field.tsx'
import { PhoneField } from '#web/payments/bills/phone-field.tsx'
import { PlanField } from '#web/payments/bills/plan-field.tsx'
import { useBundles } from '#web/payments/kinds/data/get-bundles.ts'
import { BILLS } from '#web/payments/kinds/kinds.ts'
import { QuoteForm } from '#web/payments/orders/quote-form.tsx'
import { useBillLimit } from '#web/payments/orders/use-limit-text.ts'
import { useQuoteForm } from '#web/payments/orders/use-quote-form.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { ChoiceSheet } from '#web/ui/choice-sheet.tsx'
import { Field } from '#web/ui/field.tsx'
import { FieldPair } from '#web/ui/field-pair.tsx'
import { NairaField } from '#web/ui/naira-field.tsx'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'
import { AvailableBalance } from '#web/wallet/available-balance.tsx'
import { checkSale, type SaleFields, type SaleForm } from './check-sale.ts'
import { useSaveCustomer } from './get-customers.ts'
import { isSoldKind, SOLD_KINDS } from './sold-kinds.ts'

const USUAL_NAIRA = [100, 200, 500, 1_000]

type SaleEntry = Omit<SaleForm, 'network'> & { readonly choice: NetworkChoice | null }

const KEPT = {
  kind: isSoldKind,
  name: isText,
  phone: isText,
  choice: isNetworkChoice,
  amount: isText,
  price: isText,
} as const

type SellFormProps = {
  customers: readonly Customer[]
  /** The customer the form starts with. */
  first: Customer | null
  onQuote: (quote: Quote) => void
}

/** Asks for the terms of one sale. No money moves here. */
export function SellForm({ customers, first, onQuote }: SellFormProps) {
  const save = useSaveCustomer()
  const { element, form, change, submit, problems, asking, refusalOf } = useQuoteForm<SaleEntry, SaleFields>({
    empty: emptyForm(first),
    draft: { name: first === null ? 'sale' : null, kept: KEPT },
    fieldsOfRefusal: (error) => fieldsOfRefusal(error, ['phone', 'network', 'amount', 'bundle', 'bpcCode']),
    onQuote: (quote) => {
      // Saving the customer is no part of the sale: a failure shows among the customers.
      if (form.saveCustomer && form.customerId === null)
        save.mutate({ id: null, name: form.name, phone: form.phone, network: known.why === 'number' ? null : network })
      onQuote(quote)
    },
  })
  const known = networkOf(form.choice, form.phone)
  const { network } = known
  const hasAmount = BILLS[form.kind].pricedBy === 'amount'
  const bundles = useBundles(hasAmount ? null : network)
  const bpcCode = form.bpcCode ?? ''
  const limit = useBillLimit('airtime', { minKobo: AIRTIME_MIN_KOBO, maxKobo: AIRTIME_MAX_KOBO, bpcCode })

  /** A bundle belongs to its network: with another network it has to be chosen again. */
  function changeNumber(part: Partial<Pick<SaleEntry, 'phone' | 'choice'>>) {
    const { choice, phone } = { ...form, ...part }
    const isSame = networkOf(choice, phone).network === network
    change({ ...part, customerId: null, ...(isSame ? {} : { bundle: null }) })
  }
  function choose(id: string) {
    const customer = customers.find((each) => each.id === id)
    if (customer !== undefined) change({ ...form, ...ofCustomer(customer), bundle: null })
  }

  return (
    <QuoteForm kind={form.kind} element={element} onSubmit={() => submit(checkSale({ ...form, network, bpcCode }))}>
      <RadioTiles
        legend="What you sell"
        inRow
        isLegendHidden
        options={SOLD_KINDS}
        chosen={form.kind}
        onChoose={(kind) => change({ kind })}
      />
      <FieldPair>
        {customers.length === 0 ? null : (
          <CustomerField customers={customers} chosenId={form.customerId} onChoose={choose} />
        )}
        <PhoneField phone={form.phone} onChange={(phone) => changeNumber({ phone })} error={problems.phone} />
      </FieldPair>
      <NetworkField
        known={known}
        onChoose={(chosen) => changeNumber({ choice: { network: chosen, phone: form.phone, isSaved: false } })}
        error={problems.network}
      />
      {hasAmount ? (
        <NairaField
          label="Amount"
          value={form.amount}
          onChange={(amount) => change({ amount })}
          aside={<AvailableBalance />}
          hint={limit}
          error={problems.amount}
          usual={{ naira: USUAL_NAIRA, onChoose: (amount) => change({ amount }) }}
        />
      ) : (
        <PlanField
          label="Data Bundle"
          nouns={{ one: 'bundle', many: 'bundles' }}
          list={bundles}
          chosen={form.bundle}
          onChoose={(bundle) => change({ bundle })}
          needs={network === null ? 'Choose the network first' : null}
          error={problems.bundle}
        />
      )}
      <FieldPair>
        <NairaField
          label="Your price"
          value={form.price}
          onChange={(price) => change({ price })}
          error={problems.price}
        />
        <Field
          label="Customer’s name"
          placeholder="Optional"
          autoComplete="off"
          maxLength={CUSTOMER_NAME_MAX_LENGTH}
          value={form.name}
          onChange={(event) => change({ name: event.target.value, customerId: null })}
        />
      </FieldPair>
      {form.customerId !== null || form.name.trim() === '' ? null : (
        <label className="flex min-h-12 cursor-pointer items-center gap-3 font-medium">
          <input
            type="checkbox"
            checked={form.saveCustomer}
            onChange={(event) => change({ saveCustomer: event.target.checked })}
            className="size-5 shrink-0 accent-brand"
          />
          Save to my customers
        </label>
      )}
      <FormFooter
        kind={form.kind}
        amountKobo={faceValueOf(form)}
        bpcCode={bpcCode}
        onBpcCode={(code) => change({ bpcCode: code })}
        bpcError={problems.bpcCode}
        hasAmount={hasAmount}
        action="Sell"
        asking={asking}
        refusal={refusalOf()}
      />
    </QuoteForm>
  )
}

/** Kobo; null until it is known. */
function faceValueOf({ kind, amount, bundle }: SaleEntry): bigint | null {
  if (BILLS[kind].pricedBy === 'amount') return parseNaira(amount)
  return bundle === null ? null : BigInt(bundle.amountKobo)
}

function emptyForm(customer: Customer | null): SaleEntry {
  return {
    kind: 'airtime',
    customerId: null,
    name: '',
    phone: '',
    choice: null,
    amount: '',
    bundle: null,
    price: '',
    saveCustomer: false,
    bpcCode: null,
    ...(customer === null ? {} : ofCustomer(customer)),
  }
}

function ofCustomer({ id, name, phone, network }: Customer) {
  return { customerId: id, name, phone, choice: network === null ? null : { network, phone, isSaved: true } }
}

type CustomerFieldProps = {
  customers: readonly Customer[]
  chosenId: string | null
  onChoose: (id: string) => void
}

function CustomerField({ customers, chosenId, onChoose }: CustomerFieldProps) {
  const list = {
    data: customers.map(({ id, name, phone }) => ({ id, name, trail: formatPhone(phone) })),
    error: null,
    refetch: () => Promise.resolve(),
  }
  return (
    <ChoiceField
      label="Saved customer"
      placeholder="Choose"
      chosen={customers.find((each) => each.id === chosenId)?.name ?? null}
    >
      {(close) => (
        <ChoiceSheet
          title="Choose the customer"
          nouns={{ one: 'customer', many: 'customers' }}
          list={list}
          chosenId={chosenId}
          onClose={close}
          onChoose={(id) => {
            onChoose(id)
            close()
          }}
        />
      )}
    </ChoiceField>
  )
}
