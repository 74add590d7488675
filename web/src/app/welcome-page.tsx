import { useQueryClient } from '@tanstack/react-query'
import { DEFAULT_BRAND } from '#contract/constants.ts'
import type { Installation } from '#contract/installation.ts'
import { meQuery } from '#web/identity/accounts/get-me.ts'
import { requiredScreen } from '#web/identity/sessions/required-screen.ts'
import { useBrand, useInstallation } from '#web/installation/get-installation.ts'
import { isKnownHere } from '#web/lib/device-account.ts'
import { Link, Navigate } from '#web/lib/routing.tsx'
import { BillsIcon, type Duotone, SecurityIcon, SellIcon, SendIcon } from '#web/ui/duotone-icons.tsx'
import { ModeLine } from '#web/ui/mode-line.tsx'
import { OfflineStrip } from '#web/ui/offline-strip.tsx'
import { PageTitle } from '#web/ui/page.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { ExamplePhone } from './example-phone.tsx'

type Offer = { readonly icon: Duotone; readonly look: string; readonly title: string; readonly text: string }

/** True of every installation. */
function offers(isForLess: boolean): readonly Offer[] {
  return [
    {
      icon: SendIcon,
      look: 'family-indigo',
      title: 'Send to any bank',
      text: 'You see the name, the fee and your balance after it before you agree.',
    },
    isForLess
      ? {
          icon: BillsIcon,
          look: 'family-sun',
          title: 'Bills for less',
          text: 'Electricity and TV for less than their face value. You see the price before you agree.',
        }
      : {
          icon: BillsIcon,
          look: 'family-sun',
          title: 'Airtime, data and bills',
          text: 'For every network, electricity and TV. You see the price before you agree.',
        },
    {
      icon: SellIcon,
      look: 'family-leaf',
      title: 'Sell airtime and data',
      text: 'Set your own price and see your profit each day.',
    },
    {
      icon: SecurityIcon,
      look: 'family-palm',
      title: '“Completed” means completed',
      text: 'We only say it once the payment is confirmed.',
    },
  ]
}

/**
 * The product at a glance. On a phone the two buttons stick to the bottom of the window; a wide screen shows everything
 * at once. Signed-in users are led to their wallet: by the server, or here when they come from within the app.
 */
export default function WelcomePage() {
  const brand = useBrand()
  const { data: installation } = useInstallation()
  const me = useQueryClient().getQueryData(meQuery.queryKey)
  if (me != null && requiredScreen(me) === null) return <Navigate to="/dashboard" replace />
  const isForLess = paysLess(installation)
  const claim = isForLess ? 'and a little extra.' : 'told as it is.'
  const signIn = isKnownHere() ? '/pin' : '/signin'
  return (
    <div className="flex min-h-dvh flex-col">
      <header>
        <OfflineStrip />
      </header>
      <main className="page-enter flex flex-1 flex-col">
        <div className="cloth-hero cloth-adire cloth-page selvedge max-lg:flex-1">
          <div className="mx-auto flex w-full max-w-[480px] flex-col px-5 pt-3.5 lg:grid lg:max-w-[72rem] lg:grid-cols-[1.1fr_1fr] lg:gap-x-10 lg:px-10 lg:pt-7">
            <div className="flex flex-wrap items-center justify-between gap-x-2 lg:col-span-2">
              <p translate="no">
                <Wordmark brand={brand} height={30} />
              </p>
              <Link to="/privacy" className="flex min-h-12 items-center font-head font-semibold">
                Privacy
              </Link>
            </div>
            <div className="lg:pb-16">
              <div className="mt-1.5">
                <ModeLine className="text-on-card-2" />
              </div>
              <PageTitle
                className="mt-5 text-[clamp(2.125rem,10.4vw,2.75rem)] leading-[1.06] tracking-[-0.01em] lg:mt-8 lg:text-[4rem]"
                drawn={
                  <>
                    <span className="block">Your money,</span> <span className="block text-accent">{claim}</span>
                  </>
                }
              >
                {`Your money, ${claim}`}
              </PageTitle>
              <p className="mt-3 max-w-[31rem] text-[1.0625rem] leading-snug text-on-card-2 lg:text-[1.25rem]">
                {`Get an account ready to buy and sell airtime and data online, send to any bank, and ${isForLess ? 'pay bills at cheaper prices' : 'pay bills'}.`}
              </p>
              <div className="mt-7 hidden gap-3 lg:flex">
                <WayIn to="/register" look="bg-accent text-on-accent hover:bg-accent-hover px-9">
                  Get Started
                </WayIn>
                <WayIn to={signIn} look="bg-card-well px-9">
                  Sign in
                </WayIn>
              </div>
              <p className="mt-7 hidden max-w-[28rem] text-[0.9375rem] text-on-card-2 lg:block">
                {brand === DEFAULT_BRAND ? 'In the market, jara is the little extra that the trader gives you. ' : null}
                You don’t need a BPC to take your money out.
              </p>
            </div>
            <div className="mt-6 self-end lg:mt-0">
              <ExamplePhone brand={brand} />
            </div>
          </div>
        </div>
        <div className="sticky bottom-0 z-10 grid gap-1 bg-bg px-5 pt-3.5 pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:hidden [@media(max-height:30rem)]:static">
          <div className="mx-auto grid w-full max-w-[480px] gap-1">
            <WayIn to="/register" look="bg-brand text-on-brand hover:bg-brand-hover">
              Get Started
            </WayIn>
            <WayIn to={signIn} look="text-brand">
              Sign in
            </WayIn>
          </div>
        </div>
        <p className="mx-auto w-full max-w-[480px] px-5 pt-2.5 text-center text-caption text-ink-3 lg:max-w-[72rem] lg:px-10 lg:text-left">
          The phone shows an example. Anyone can check a {brand} receipt.
        </p>
        <ul className="mx-auto grid w-full max-w-[480px] grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-5 px-5 pt-5 pb-8 lg:max-w-[72rem] lg:px-10 lg:pt-6">
          {offers(isForLess).map(({ icon: Icon, look, title, text }) => (
            <li key={title} className="flex gap-3.5">
              <span
                className={`grid size-11 shrink-0 place-items-center rounded-control bg-family-tint text-family ${look}`}
              >
                <Icon />
              </span>
              <div>
                <h2 className="text-[1.0625rem] leading-tight">{title}</h2>
                <p className="text-small text-ink-3">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </main>
    </div>
  )
}

function WayIn({ to, look, children }: { to: string; look: string; children: string }) {
  return (
    <Link
      to={to}
      className={`press inline-flex min-h-[54px] items-center justify-center rounded-tile px-4 text-center font-head text-[1.0625rem] font-semibold forced-colors:border ${look}`}
    >
      {children}
    </Link>
  )
}

/** Whether electricity and TV both cost less here than their face value. */
function paysLess(installation: Installation | undefined): boolean {
  const discounts = installation?.prices.discounts
  return discounts !== undefined && discounts.electricity.standard > 0 && discounts.tv.standard > 0
}
