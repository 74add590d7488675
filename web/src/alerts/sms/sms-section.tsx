import { lazy, Suspense, useState } from 'react'
import { formatNaira, kobo } from '#contract/money.ts'
import type { SmsAnswer } from '#contract/sms.ts'
import { formatMoment } from '#contract/time.ts'
import { TestButton } from '#web/alerts/test-button.tsx'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Section } from '#web/ui/section.tsx'
import { useSms } from './get-sms.ts'

const SmsOnSheet = lazy(() => import('./sms-on-sheet.tsx'))
const SmsOffSheet = lazy(() => import('./sms-off-sheet.tsx'))

/** SMS alerts, which cost money: their price stands beside whatever turns them on. */
export function SmsSection() {
  const { data: sms, error, refetch } = useSms()
  return (
    <Section title="SMS">
      {sms === undefined ? <LoadFailed error={error} onTryAgain={refetch} /> : <Offered sms={sms} />}
    </Section>
  )
}

function Offered({ sms }: { sms: SmsAnswer }) {
  const fresh = useReauthentication()
  const [open, setOpen] = useState<'on' | 'off' | null>(null)
  const { phone, priceKobo, onText, offText, declinedAt } = sms
  const ask = (what: 'on' | 'off') => fresh.whenFresh('to change SMS alerts', () => setOpen(what))
  const close = () => setOpen(null)
  const price = priceKobo === null ? null : formatNaira(kobo(BigInt(priceKobo)))

  return (
    <>
      {phone !== null ? (
        <IsOn sms={sms} phone={phone} price={price} onOff={() => ask('off')} />
      ) : price === null || onText === null ? (
        <p className="text-small text-ink-2">SMS alerts are not available here.</p>
      ) : (
        <>
          <p className="text-small text-ink-2">
            Off. They tell you about money and security without the internet, and cost {price} each, from your wallet.
            {declinedAt === null ? '' : ` You declined them on ${formatMoment(declinedAt)}.`}
          </p>
          <Button tone="quiet" wide onClick={() => ask('on')}>
            Turn on, {price} per SMS
          </Button>
          {declinedAt === null ? (
            <Button tone="plain" wide onClick={() => ask('off')}>
              Decline SMS alerts
            </Button>
          ) : null}
        </>
      )}
      {fresh.sheet}
      <Suspense>
        {open === 'on' && onText !== null ? <SmsOnSheet onText={onText} onClose={close} /> : null}
        {open === 'off' ? <SmsOffSheet offText={offText} isOn={phone !== null} onClose={close} /> : null}
      </Suspense>
    </>
  )
}

type IsOnProps = { sms: SmsAnswer; phone: string; price: string | null; onOff: () => void }

function IsOn({ sms: { since, pausedBy }, phone, price, onOff }: IsOnProps) {
  return (
    <>
      <p className="text-small text-ink-2">
        On, to {phone}
        {since === null ? '' : `, since ${formatMoment(since)}`}.
        {price === null ? ' None is sent at the moment: SMS are not available here.' : ` Each costs ${price}.`}
      </p>
      {pausedBy === null ? null : (
        <Notice tone="wait">Your wallet holds less than an SMS costs, so none is sent until you add money.</Notice>
      )}
      {price === null ? null : (
        <TestButton
          channel="sms"
          label={`Send a test SMS, ${price}`}
          sent={`A test is on its way to ${phone}. It costs ${price} once it is accepted.`}
        />
      )}
      <Button tone="plain" wide onClick={onOff}>
        Turn off SMS alerts
      </Button>
    </>
  )
}
