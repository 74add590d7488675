import { DEFAULT_BRAND, PIN_LENGTH } from '#contract/constants.ts'
import type { BillKind } from '#contract/kinds/kinds.ts'
import { discountText } from '#web/payments/bills/discount-text.ts'
import { BILLS, billKinds } from '#web/payments/kinds/kinds.ts'
import { OperatorLine } from '#web/support/operator-line.tsx'
import type { FaqProps } from './faq-props.ts'
import { FIGURES } from './figures.ts'
import { Section } from './text-section.tsx'

export function About({ installation }: FaqProps) {
  const brand = installation?.brand ?? DEFAULT_BRAND
  return (
    <>
      <Section id="about" title="About">
        <p>
          {brand} is a mobile wallet on the web for people in Nigeria. You add money by bank transfer, to an account
          number of your own, send it to Nigerian banks, buy airtime and data for yourself or to resell, pay electricity
          and TV, and buy exam PINs.
        </p>
        <p>
          Jara is what a trader adds on top of what you paid for: the extra. It is open source, and its books are kept
          in double entry, to the kobo.
        </p>
        <OperatorLine operator={installation?.operator ?? null} />
      </Section>
      <Section id="mission" title="Our Mission">
        <p>
          Paying without guessing: you see the price before you agree, you always know where your money is, and you
          never pay to use what is yours.
        </p>
      </Section>
      <Section id="offer" title="What We Offer">
        <ul className="flex list-disc flex-col gap-1.5 pl-5">
          <li>Transfers to Nigerian banks. The bank names the recipient before you agree.</li>
          {billKinds.map((kind) => (
            <Offer key={kind} kind={kind} installation={installation} />
          ))}
          <li>Reselling airtime and data, one by one or as a list, with receipts for your customers.</li>
          <li>
            A BPC (Bill Payment Code) for {FIGURES.bpcPrice}: better prices and a higher daily limit. Nobody needs one
            to use what is in the wallet.
          </li>
        </ul>
      </Section>
      <Section id="how" title="How It Works">
        <ol className="flex list-decimal flex-col gap-1.5 pl-5">
          <li>Register and choose a PIN of {PIN_LENGTH} digits. Your starter BPC comes with it, free.</li>
          <li>Add money: get your own account number under Add money, and transfer to it from any bank.</li>
          <li>Choose what to pay. You see the name, the price, every fee and your balance after it.</li>
          <li>Approve on your own device. It signs exactly what you were shown.</li>
          <li>
            Watch it arrive. “Completed” means confirmed: by the bank or company, or by two of our team, and then it
            says so. Until then it is pending. If it fails, the money is back in your wallet.
          </li>
        </ol>
      </Section>
    </>
  )
}

type OfferProps = Pick<FaqProps, 'installation'> & { kind: BillKind }

/** A product with its discount here, if there is one. */
function Offer({ kind, installation }: OfferProps) {
  const discount = installation === undefined ? null : discountText(installation.prices.discounts[kind])
  return (
    <li>
      {BILLS[kind].offer}
      {discount === null ? '.' : `: ${discount}.`}
    </li>
  )
}
