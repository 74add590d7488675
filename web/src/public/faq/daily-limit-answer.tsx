import { formatNairaShort } from '#contract/money.ts'
import type { FaqProps } from './faq-props.ts'

/** The limits in force, which two operators can change. */
export function DailyLimitAnswer({ installation }: Pick<FaqProps, 'installation'>) {
  const limits = installation?.limits
  if (limits === undefined) return <p>We cannot show the daily limits right now.</p>
  const [daily, perBpc, max] = [limits.dailyKobo, limits.perBpcKobo, limits.maxKobo].map((kobo) =>
    formatNairaShort(BigInt(kobo)),
  )
  return (
    <>
      <p>
        {daily} can leave your wallet in a day, counted without fees. Each BPC that you have bought and hold adds{' '}
        {perBpc}, up to {max}. A new day begins at midnight in Lagos.
      </p>
      <p>
        These limits can change, also for a BPC that you bought before: a payment is checked against those in force when
        you approve it. We can set a lower limit for a single account: the app then shows it, and since when.
      </p>
    </>
  )
}
