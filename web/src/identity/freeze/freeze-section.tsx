import { useState } from 'react'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { ProveSheet } from '#web/identity/security/prove-sheet.tsx'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { isRefusal } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Section } from '#web/ui/section.tsx'
import { showToast } from '#web/ui/toast.ts'
import { setFrozen } from './set-frozen.ts'
import { TeamFreezeNotice } from './team-freeze-notice.tsx'

/** Freezes money out at once; unfreezing also takes the password. */
export function FreezeSection() {
  const { data: me } = useMe()
  const byTeam = me?.frozenByTeam ?? null
  const fresh = useReauthentication()
  const [asking, setAsking] = useState<'freeze' | 'unfreeze' | null>(null)
  const purpose = 'to unfreeze your account'
  const isFrozen = me?.frozen === true || byTeam !== null

  return (
    <Section id="freeze" title={isFrozen ? 'Your account is frozen' : 'Wasn’t you? Freeze your account'}>
      {byTeam === null ? null : <TeamFreezeNotice freeze={byTeam} />}
      {byTeam !== null && byTeam.heading !== 'wish' ? (
        me?.frozen ? (
          <p className="text-small text-ink-2">
            You have frozen it as well. Once our team has lifted its freeze, you can lift yours here.
          </p>
        ) : null
      ) : isFrozen ? (
        <>
          {byTeam === null ? (
            <Notice tone="wait" role="status">
              <p>Your money is safe. Money still comes in, and payments you approved before continue.</p>
            </Notice>
          ) : null}
          <p className="text-small text-ink-2">To unfreeze it you need your password, and your PIN or a passkey.</p>
          <Button wide onClick={() => fresh.whenFresh(purpose, () => setAsking('unfreeze'))}>
            Unfreeze my account
          </Button>
        </>
      ) : (
        <>
          <p className="text-small text-ink-2">
            Stops all payments from your wallet at once. Money still comes in, and payments you approved before
            continue.
          </p>
          <Button tone="danger" wide onClick={() => setAsking('freeze')}>
            Freeze my account
          </Button>
        </>
      )}
      {asking === 'freeze' ? (
        <ProveSheet
          title="Freeze my account"
          purpose="freeze"
          doing="Freezing…"
          send={async (body) => {
            await setFrozen(true, body)
            setAsking(null)
            showToast('Your account is frozen', { tone: 'good', text: 'Nothing can be paid until you unfreeze it.' })
          }}
          onClose={() => setAsking(null)}
        >
          <p className="text-ink-2">
            From now on nothing can be paid or bought from your wallet, until you unfreeze it with your password and
            your PIN or passkey.
          </p>
        </ProveSheet>
      ) : null}
      {asking === 'unfreeze' ? (
        <ProveSheet
          title="Unfreeze my account"
          purpose="unfreeze"
          doing="Unfreezing…"
          send={async (body) => {
            try {
              await setFrozen(false, body)
            } catch (error) {
              // The password is no longer fresh: it is asked for again, and then the PIN.
              if (!isRefusal(error, 'session.not-fresh')) throw error
              setAsking(null)
              fresh.askedAgain(error, purpose, () => setAsking('unfreeze'))
              return
            }
            setAsking(null)
            showToast('Your account is open again', { tone: 'good' })
          }}
          onClose={() => setAsking(null)}
        >
          <p className="text-ink-2">From now on you can pay and buy from your wallet again.</p>
        </ProveSheet>
      ) : null}
      {fresh.sheet}
    </Section>
  )
}
