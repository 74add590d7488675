import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { RECOVERY_WAIT_MS } from '#contract/constants.ts'
import type { Factors } from '#contract/factors.ts'
import { DAY_MS } from '#contract/time.ts'
import { type RowState, SecurityRow } from '#web/identity/security/security-row.tsx'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useCodesReminder } from './codes-reminder.ts'
import { FactorsLoadingOrFailed } from './factors-loading-or-failed.tsx'
import { useFactors, useMakeRecoveryCodes } from './get-factors.ts'

const RecoveryCodesSheet = lazy(() => import('./recovery-codes-sheet.tsx'))

const FEW = 3
const RECOVERY_DAYS = RECOVERY_WAIT_MS / DAY_MS
const PURPOSE = 'to make new recovery codes'

/** How many recovery codes are left, with a button for new ones. */
export function RecoveryCodesSection() {
  const { data: factors } = useFactors()
  const fresh = useReauthentication()
  const make = useMakeRecoveryCodes()
  const reminder = useCodesReminder()
  const [asking, setAsking] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)

  function start() {
    make.mutate(undefined, {
      onSuccess: (made) => {
        setAsking(false)
        reminder.beginAnew()
        setCodes(made)
      },
      onError: (error) => {
        if (fresh.askedAgain(error, PURPOSE, start)) make.reset()
      },
    })
  }

  return (
    <SecurityRow
      id="recovery-codes"
      title="Recovery codes"
      text="If you lose your phone"
      icon={KeyRound}
      state={factors === undefined ? null : codesState(factors.recoveryCodes)}
    >
      <p className="text-small text-ink-2">
        If you lose your phone, one of these codes and your password let you in. Each works once.
      </p>
      <FactorsLoadingOrFailed />
      {factors === undefined ? null : (
        <>
          <p className="text-small font-medium">{countText(factors.recoveryCodes)}</p>
          {isShort(factors) && !(factors.recoveryCodes === 0 && reminder.isDismissed) ? (
            <Notice tone="wait">
              <p>
                {factors.recoveryCodes === 0 ? 'Make some now.' : 'You have few codes left. Make new ones.'} If you lose
                your phone and have no code, only support can let you in. They must be sure who you are, and it takes{' '}
                {RECOVERY_DAYS} days or more.
              </p>
              {factors.recoveryCodes === 0 ? (
                <Button tone="quiet" slim onClick={reminder.dismiss}>
                  Do not remind me
                </Button>
              ) : null}
            </Notice>
          ) : null}
          <Button tone="quiet" wide onClick={() => setAsking(true)}>
            Make recovery codes
          </Button>
        </>
      )}
      {asking ? (
        <Sheet title="Make recovery codes?" onClose={() => setAsking(false)} busy={make.isPending}>
          <Confirm
            action="Make new codes"
            busy="Making them…"
            pending={make.isPending}
            error={make.error}
            onConfirm={() => fresh.whenFresh(PURPOSE, start)}
            onKeep={() => setAsking(false)}
          >
            <p className="text-ink-2">You get ten new codes. Any you have now stop working.</p>
          </Confirm>
        </Sheet>
      ) : null}
      {fresh.sheet}
      {codes === null ? null : (
        <Suspense>
          <RecoveryCodesSheet codes={codes} onKept={() => setCodes(null)} />
        </Suspense>
      )}
    </SecurityRow>
  )
}

function codesState(count: number): RowState {
  if (count === 0) return { word: 'None', tone: 'none' }
  return { word: `${count} left`, tone: count < FEW ? 'short' : 'good' }
}

function countText(count: number): string {
  if (count === 0) return 'You have no recovery code.'
  return count === 1 ? '1 code is left.' : `${count} codes are left.`
}

/** An account that asks for a passkey or an app at every sign-in needs a way in without them. */
function isShort({ passkeys, authenticator, recoveryCodes }: Factors): boolean {
  return (passkeys > 0 || authenticator !== null) && recoveryCodes < FEW
}
