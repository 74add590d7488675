import { formatPercent } from '#web/lib/format.ts'
import { billKinds } from '#web/payments/kinds/kinds.ts'
import { LOOKS } from '#web/payments/kinds/looks.ts'
import type { FaqProps } from './faq-props.ts'
import { FIGURES, feeText } from './figures.ts'

/** The prices this installation charges, read from the list it charges by. */
export function FeesAnswer({ installation }: Pick<FaqProps, 'installation'>) {
  return (
    <>
      {installation === undefined ? (
        <p>We cannot show the prices right now.</p>
      ) : (
        <dl className="flex flex-col gap-2">
          <Price of="A transfer to a bank" is={feeText(installation.prices.transferFees.standard)} />
          <Price of="The same with a bought BPC" is={feeText(installation.prices.transferFees.bpc)} />
          {billKinds.map((kind) => {
            const { standard, bpc } = installation.prices.discounts[kind]
            return <Price key={kind} of={LOOKS[kind].name} is={saving(standard, bpc)} />
          })}
        </dl>
      )}
      <p>
        Stamp duty of {FIGURES.stampDuty} is added to a transfer of {FIGURES.stampDutyFrom} and more. It is owed to the
        state and has its own line.
      </p>
      <p>Every price is shown before you agree to it, and nothing else is charged.</p>
    </>
  )
}

function saving(standard: number, bpc: number): string {
  if (standard === 0 && bpc === 0) return 'face value'
  if (standard === 0) return `face value, ${formatPercent(bpc)} less with a bought BPC`
  return `${formatPercent(standard)} less than face value, ${formatPercent(bpc)} with a bought BPC`
}

function Price({ of, is }: { of: string; is: string }) {
  return (
    <div>
      <dt className="text-small">{of}</dt>
      <dd className="font-medium text-ink tabular">{is}</dd>
    </div>
  )
}
