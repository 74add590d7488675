import type { Factors } from '#contract/factors.ts'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { useFactors } from '#web/identity/mfa/get-factors.ts'
import { browserHasPasskeys } from '#web/identity/passkeys/ceremony.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'

/** PIN, passkey, authenticator app and recovery codes. */
const STEPS = 4
/** The circumference of a circle of radius 28. */
const AROUND = 2 * Math.PI * 28

/** How many of the four protections are set, and which to add next. */
export function Protection() {
  const { data: factors, error, refetch } = useFactors()
  const hasPin = useMe().data?.pinOff !== true
  if (factors === undefined && error !== null) return <LoadFailed error={error} onTryAgain={refetch} />
  const count = factors && countSet(factors, hasPin)
  const isGood = count === undefined || count > STEPS / 2
  return (
    <section
      aria-label="Protection"
      className={`flex min-h-28 flex-wrap items-center gap-4 rounded-card px-4 py-3 forced-colors:border ${isGood ? 'bg-ok-tint text-ok' : 'bg-wait-tint text-wait'}`}
    >
      <svg viewBox="0 0 64 64" className="size-16 shrink-0" fill="none" strokeWidth="6" aria-hidden="true">
        <circle cx="32" cy="32" r="28" stroke="currentColor" strokeOpacity=".25" />
        {count === undefined ? null : (
          <circle
            cx="32"
            cy="32"
            r="28"
            stroke="currentColor"
            strokeLinecap="round"
            strokeDasharray={`${(AROUND * count) / STEPS} ${AROUND}`}
            transform="rotate(-90 32 32)"
          />
        )}
      </svg>
      <div className="min-w-0 flex-[1_1_8rem]">
        <h2 className="text-h2">{count === undefined ? 'Loading…' : `${count} of ${STEPS} set`}</h2>
        {factors === undefined ? null : (
          <p className="text-small text-ink">
            {hasPin ? nextStep(factors) : 'Next: a new PIN. Yours is switched off here.'}
          </p>
        )}
      </div>
    </section>
  )
}

const NEXT_PASSKEY = 'Next: a passkey, to pay with your fingerprint.'

/** A PIN that wrong tries switched off does not count. */
function countSet({ passkeys, authenticator, recoveryCodes }: Factors, hasPin: boolean): number {
  return [hasPin, passkeys > 0, authenticator !== null, recoveryCodes > 0].filter(Boolean).length
}

function nextStep({ passkeys, authenticator, recoveryCodes }: Factors): string {
  const wantsPasskey = passkeys === 0 && browserHasPasskeys()
  if (wantsPasskey && authenticator === null) return NEXT_PASSKEY
  if (recoveryCodes === 0) return 'Next: recovery codes, in case you lose this phone.'
  if (authenticator === null) return 'Next: an authenticator app, for a device without your passkey.'
  if (wantsPasskey) return NEXT_PASSKEY
  return 'Signing in takes your password and your passkey or app.'
}
