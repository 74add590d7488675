import { type ReactNode, useState } from 'react'
import { formatNairaShort } from '#contract/money.ts'
import { formatPhone } from '#contract/phones.ts'
import { OwnAccount } from '#web/deposits/own-account.tsx'
import { useMe } from '#web/identity/accounts/get-me.ts'
import { AvatarChooser } from '#web/identity/profile/avatar-chooser.tsx'
import { NameSheet } from '#web/identity/profile/name-sheet.tsx'
import { PhoneSheet } from '#web/identity/profile/phone-sheet.tsx'
import { useRemoveImage } from '#web/identity/profile/set-image.ts'
import { useLockSession } from '#web/identity/sessions/lock-session.ts'
import { useSignOut } from '#web/identity/sign-in/sign-out.ts'
import { messageOf } from '#web/lib/api.ts'
import { chosenTheme } from '#web/lib/theme.ts'
import { MyCodes } from '#web/payments/bpc/my-codes.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useWallet } from '#web/wallet/get-wallet.ts'
import { THEME_NAMES, ThemeSheet } from './theme-sheet.tsx'

export default function ProfilePage() {
  const me = useMe().data
  const user = me?.user
  const { data: wallet } = useWallet()
  const [nameOpen, setNameOpen] = useState(false)
  const [phoneOpen, setPhoneOpen] = useState(false)
  const [themeOpen, setThemeOpen] = useState(false)
  const [theme, setTheme] = useState(chosenTheme)
  return (
    <>
      <Page title="Profile" back="/dashboard" hasBottomBar>
        <div className="overflow-hidden rounded-card bg-surface shadow-lift">
          <div aria-hidden className="cloth-hero cloth-adire selvedge pt-16" />
          <div className="flex flex-wrap items-end gap-x-3 px-4 pb-3">
            <span className="relative -mt-9">
              <AvatarChooser />
            </span>
            <div className="min-w-0 flex-[1_1_9rem] self-start pt-2">
              <p translate="no" className="font-head text-h2 font-semibold wrap-anywhere">
                {user?.fullName || 'User'}
              </p>
              <p className="text-small break-all text-ink-2">{user?.email || 'No email set'}</p>
              {me?.imageVersion ? <RemovePicture /> : null}
            </div>
          </div>
        </div>
        <OwnAccount />
        <section aria-labelledby="account" className="flex flex-col gap-2">
          <h2 id="account" className="text-h2">
            Account information
          </h2>
          <dl className="rounded-card bg-surface shadow-lift px-4">
            <Row label="Full Name" value={user?.fullName || 'User'}>
              <Button tone="quiet" slim aria-label="Change full name" onClick={() => setNameOpen(true)}>
                Change
              </Button>
            </Row>
            <Row label="Email Address" value={user?.email || 'Not set'} />
            <Row label="Phone Number" value={me?.phone ? formatPhone(me.phone) : 'Not set'}>
              <Button
                tone="quiet"
                slim
                aria-label={me?.phone ? 'Change phone number' : 'Add phone number'}
                onClick={() => setPhoneOpen(true)}
              >
                {me?.phone ? 'Change' : 'Add'}
              </Button>
            </Row>
            <Row
              label="Account Level"
              value={wallet === undefined ? '—' : wallet.level === 'plus' ? 'Plus' : 'Basic'}
            />
            <Row
              label="Daily limit"
              value={wallet === undefined ? '—' : formatNairaShort(BigInt(wallet.dailyLimitKobo))}
            />
          </dl>
          {wallet?.ownLimit ? <p className="text-small text-ink-2">{wallet.ownLimit}</p> : null}
        </section>
        <MyCodes />
        <div className="flex min-h-16 flex-wrap items-center justify-between gap-3 rounded-card bg-surface shadow-lift py-2 pr-2 pl-4">
          <div>
            <p className="text-small text-ink-2">Theme</p>
            <p className="font-medium">{THEME_NAMES[theme]}</p>
          </div>
          <Button tone="quiet" aria-label="Toggle theme" onClick={() => setThemeOpen(true)}>
            Toggle
          </Button>
        </div>
        <ButtonLink to="/security" tone="quiet" wide>
          Security
        </ButtonLink>
        <EndSession />
      </Page>
      <BottomBar />
      {nameOpen && me ? <NameSheet me={me} onClose={() => setNameOpen(false)} /> : null}
      {phoneOpen && me ? <PhoneSheet phone={me.phone} onClose={() => setPhoneOpen(false)} /> : null}
      {themeOpen ? <ThemeSheet chosen={theme} onChoose={setTheme} onClose={() => setThemeOpen(false)} /> : null}
    </>
  )
}

function Row({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 last:border-b-0">
      <dt className="text-small text-ink-2">{label}</dt>
      <dd className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3 gap-y-1 text-right font-medium tabular">
        <span className="min-w-0 wrap-anywhere">{value}</span>
        {children}
      </dd>
    </div>
  )
}

function RemovePicture() {
  const remove = useRemoveImage()
  return (
    <Button
      tone="plain"
      slim
      busy={remove.isPending && 'Removing…'}
      onClick={() =>
        remove.mutate(undefined, {
          onSuccess: () => showToast('Profile updated', { tone: 'good', text: 'Your picture was removed.' }),
          onError: (error) => showToast(messageOf(error), { tone: 'bad' }),
        })
      }
    >
      Remove picture
    </Button>
  )
}

function EndSession() {
  const lock = useLockSession()
  const signOut = useSignOut()
  const [asking, setAsking] = useState(false)
  const onError = (error: unknown) => showToast(messageOf(error), { tone: 'bad' })
  const leave = (forget: boolean) => signOut.mutate({ forget }, { onError })
  return (
    <div className="flex flex-col gap-2 pt-2">
      <Button tone="quiet" wide busy={lock.isPending && 'Locking…'} onClick={() => lock.mutate(undefined, { onError })}>
        Lock now
      </Button>
      <Button tone="quiet" wide busy={signOut.isPending && 'Logging out…'} onClick={() => leave(false)}>
        Log out
      </Button>
      <Button tone="danger" wide onClick={() => setAsking(true)}>
        Log out and forget this device
      </Button>
      {asking ? (
        <Sheet title="Forget this device?" onClose={() => setAsking(false)} busy={signOut.isPending}>
          <p className="pb-4 text-ink-2">
            This browser forgets its key. To come back, sign in with your email and password and choose a new PIN. Your
            money stays in your account.
          </p>
          <Button tone="danger" wide busy={signOut.isPending && 'Logging out…'} onClick={() => leave(true)}>
            Log out and forget
          </Button>
        </Sheet>
      ) : null}
    </div>
  )
}
