import { useState } from 'react'
import type { BpcCode } from '#contract/bpc.ts'
import { BPC_PRICE_KOBO } from '#contract/constants.ts'
import type { Installation } from '#contract/installation.ts'
import { formatNairaShort } from '#contract/money.ts'
import { formatMoment } from '#contract/time.ts'
import { ProveAgain } from '#web/identity/security/prove-again.tsx'
import { useInstallation } from '#web/installation/get-installation.ts'
import { isRefusal } from '#web/lib/api.ts'
import { useSearchParams } from '#web/lib/routing.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useWallet } from '#web/wallet/get-wallet.ts'
import { bestOf, useBpcCodes } from './get-bpc.ts'
import { ReturnSheet } from './return-sheet.tsx'

const SHOWN = 'codes'

/** The codes a person holds or held. Hidden until asked for; if the last PIN is too old, it is asked for here. */
export function MyCodes() {
  // In the address, so that the codes are there after a lock.
  const [query, setQuery] = useSearchParams()
  const shown = query.get(SHOWN) === 'shown'
  const toggle = () => setQuery(shown ? {} : { [SHOWN]: 'shown' }, { replace: true })
  return (
    <section aria-labelledby="codes" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="codes" className="text-h2">
          My BPC codes
        </h2>
        <Button
          tone="quiet"
          slim
          aria-expanded={shown}
          aria-label={`${shown ? 'Hide' : 'Show'} my BPC codes`}
          onClick={toggle}
        >
          {shown ? 'Hide' : 'Show'}
        </Button>
      </div>
      {shown ? (
        <Codes />
      ) : (
        <p className="text-small text-ink-2">Hidden. They are shown for 5 minutes after your PIN or passkey.</p>
      )}
    </section>
  )
}

function Codes() {
  const { data: codes, error, refetch } = useBpcCodes()
  const { data: installation } = useInstallation()
  const { data: wallet } = useWallet()
  const [returning, setReturning] = useState<BpcCode | null>(null)
  if (isRefusal(error, 'pin.needed'))
    return (
      <ProveAgain
        text="Your codes are shown after your PIN."
        sheetTitle="Show my BPC codes"
        atOnce
        onProved={() => void refetch()}
      />
    )
  if (codes === undefined)
    return error === null ? (
      <p role="status" className="flex items-center gap-2 text-ink-2">
        <Spinner /> Loading your codes…
      </p>
    ) : (
      <LoadFailed error={error} onTryAgain={refetch} />
    )
  const best = bestOf({ codes })
  const limits = wallet?.ownLimit ? undefined : installation?.limits
  return (
    <>
      <ul className="flex flex-col gap-2">
        {inOrderOfUse(codes).map((code) => (
          <CodeItem
            key={code.id}
            code={code}
            gives={givesText(code, limits)}
            isBest={code === best}
            onReturn={() => setReturning(code)}
          />
        ))}
      </ul>
      <ButtonLink to="/buy-bpc" tone="plain" wide>
        Buy BPC
      </ButtonLink>
      {returning === null ? null : <ReturnSheet code={returning} onClose={() => setReturning(null)} />}
    </>
  )
}

type CodeItemProps = { code: BpcCode; gives: string; isBest: boolean; onReturn: () => void }

function CodeItem({ code, gives, isBest, onReturn }: CodeItemProps) {
  const active = code.status === 'active'
  const returnableUntil = active ? code.returnableUntil : null
  return (
    <li className="flex flex-col gap-1 rounded-card bg-surface shadow-lift px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-medium">{code.kind === 'starter' ? 'Starter BPC' : 'Bought BPC'}</h3>
        <span
          className={`rounded-chip px-2 py-0.5 text-caption font-medium ${active ? 'bg-ok-tint text-ok' : 'bg-sunken text-ink-2'}`}
        >
          {active ? 'Active' : 'Returned'}
        </span>
      </div>
      <p className={`font-head text-h2 font-semibold tabular ${active ? '' : 'text-ink-3'}`}>{code.code}</p>
      <p className="text-small text-ink-2">{gives}</p>
      {isBest ? <p className="text-small text-ink-2">Used automatically when you pay.</p> : null}
      <p className="text-caption text-ink-3">
        Since {formatMoment(code.createdAt)}.
        {returnableUntil === null
          ? null
          : ` Not used yet: you can return it for ${formatNairaShort(BPC_PRICE_KOBO)} until ${formatMoment(returnableUntil)}.`}
      </p>
      {active ? (
        <div className="flex flex-wrap gap-2 pt-2">
          <CopyButton label="BPC code" text={code.code} />
          {returnableUntil === null ? null : (
            <Button tone="quiet" slim aria-label={`Return ${code.code}`} onClick={onReturn}>
              Return
            </Button>
          )}
        </div>
      ) : null}
    </li>
  )
}

/** `limits`: everybody's limits in force; undefined while unknown, and if they do not bind this customer. */
function givesText({ kind, status }: BpcCode, limits: Installation['limits'] | undefined): string {
  if (status === 'returned') return `${formatNairaShort(BPC_PRICE_KOBO)} went back to your wallet.`
  const isStarter = kind === 'starter'
  if (limits === undefined) return isStarter ? 'Standard prices. Free, and yours to keep.' : 'Better prices.'
  const [daily, perBpc, max] = [limits.dailyKobo, limits.perBpcKobo, limits.maxKobo].map((kobo) =>
    formatNairaShort(BigInt(kobo)),
  )
  if (isStarter) return `Standard prices, ${daily} a day. Free, and yours to keep.`
  return `Better prices, and ${perBpc} more a day, up to ${max} in total.`
}

/** The most useful first: bought codes, then the starter code, then returned ones. */
function inOrderOfUse(codes: readonly BpcCode[]): BpcCode[] {
  const rank = ({ kind, status }: BpcCode) => (status === 'returned' ? 2 : kind === 'starter' ? 1 : 0)
  return [...codes].sort((a, b) => rank(a) - rank(b))
}
