import { useState } from 'react'
import type { Factors } from '#contract/factors.ts'
import type { ConfirmProof } from '#contract/second-step.ts'
import { ByPasskey } from '#web/identity/mfa/by-passkey.tsx'
import { CodeForm } from '#web/identity/mfa/code-form.tsx'
import { useFactors } from '#web/identity/mfa/get-factors.ts'
import { OtherWays } from '#web/identity/mfa/other-ways.tsx'
import { browserHasPasskeys } from '#web/identity/passkeys/ceremony.ts'
import { api } from '#web/lib/api.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { signWithPasskey } from './approvals.ts'
import { useConfirmPassword } from './confirm-password.ts'

type ProofFormProps = {
  /** The account's password, already accepted. */
  password: string
  /** Reports whether something is under way that nobody must leave by accident. */
  onBusy: (busy: boolean) => void
  onConfirmed: () => void
}

/** The second proof after a correct password: one way at a time, with the others to choose from. */
export default function ProofForm(props: ProofFormProps) {
  const { data: factors, error, refetch } = useFactors()
  if (factors !== undefined) return <Proof {...props} factors={factors} />
  return error === null ? <Spinner /> : <LoadFailed error={error} onTryAgain={refetch} />
}

function Proof({ password, onBusy, onConfirmed, factors }: ProofFormProps & { factors: Factors }) {
  const confirm = useConfirmPassword()
  const ways = waysOf(factors)
  const [way, setWay] = useState(ways[0])

  function prove(make: () => ConfirmProof | Promise<ConfirmProof>) {
    onBusy(true)
    confirm.mutate({ password, prove: make }, { onSuccess: onConfirmed, onSettled: () => onBusy(false) })
  }

  return (
    <div className="flex flex-col gap-4 pt-1">
      <p className="text-ink-2">Your password is right. Your account asks for a second proof as well.</p>
      {way === undefined ? (
        <p>
          This browser cannot ask for your passkey, and your account has no other way. Use a newer browser on this
          device.
        </p>
      ) : null}
      {way === 'passkey' ? (
        <ByPasskey pending={confirm.isPending} error={confirm.error} onPress={() => prove(signConfirmation)} />
      ) : null}
      {way === undefined || way === 'passkey' ? null : (
        <CodeForm
          key={way}
          kind={way}
          pending={confirm.isPending}
          error={confirm.error}
          onCode={(code) => prove(() => ({ by: way, code }))}
        />
      )}
      <OtherWays
        ways={ways.filter((each) => each !== way)}
        disabled={confirm.isPending}
        onChoose={(other) => {
          confirm.reset()
          setWay(other)
        }}
      />
    </div>
  )
}

function waysOf({ passkeys, authenticator, recoveryCodes }: Factors): ConfirmProof['by'][] {
  return [
    ...(passkeys > 0 && browserHasPasskeys() ? (['passkey'] as const) : []),
    ...(authenticator === null ? [] : (['authenticator'] as const)),
    ...(recoveryCodes > 0 ? (['recovery-code'] as const) : []),
  ]
}

async function signConfirmation(): Promise<ConfirmProof> {
  const { challenge } = await api<{ challenge: string }>('GET', '/api/challenges')
  return { by: 'passkey', challenge, passkey: await signWithPasskey({ purpose: 'confirm', challenge, terms: '' }) }
}
