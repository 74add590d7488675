import { useQueryClient } from '@tanstack/react-query'
import { Landmark, ListChecks, Smartphone } from 'lucide-react'
import type { Installation } from '#contract/installation.ts'
import { meQuery } from '#web/identity/accounts/get-me.ts'
import { doorFor } from '#web/identity/sessions/door.ts'
import { useBrand, useInstallation } from '#web/installation/get-installation.ts'
import { isKnownHere } from '#web/lib/device-account.ts'
import { Link, Navigate } from '#web/lib/routing.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageTitle } from '#web/ui/page.tsx'
import { SandboxBanner } from '#web/ui/sandbox-banner.tsx'
import { ProductDrawing } from './product-drawing.tsx'

const OFFERS = [
  {
    icon: Landmark,
    title: 'Add money, send it to a bank',
    text: 'You see the name, the fee and what is left before you agree.',
  },
  {
    icon: Smartphone,
    title: 'Airtime, data and bills',
    text: 'For every network, electricity and TV. You see the price before you agree.',
  },
  { icon: ListChecks, title: 'Know where it is', text: 'Completed means proved, or confirmed by two of our team.' },
] as const

/**
 * The product at a glance. One column on a phone, the whole of it in one view on a wide screen. Signed-in users are led to
 * their wallet: by the server, or here when they come from within the app.
 */
export default function WelcomePage() {
  const brand = useBrand()
  const { data: installation } = useInstallation()
  const me = useQueryClient().getQueryData(meQuery.queryKey)
  if (me != null && doorFor(me) === null) return <Navigate to="/dashboard" replace />
  return (
    <>
      <header>
        <SandboxBanner />
      </header>
      <main className="page-enter mx-auto flex min-h-[calc(100dvh-1.75rem)] w-full max-w-[480px] flex-col gap-5 px-4 pt-4 pb-6 lg:max-w-[1152px] lg:gap-10 lg:px-8 lg:pt-8">
        <div className="-my-2 flex flex-wrap items-center justify-between gap-x-2">
          <p className="font-head text-h2 font-semibold text-brand">{brand}</p>
          <Link to="/privacy" className="flex min-h-12 items-center font-semibold text-brand">
            Privacy
          </Link>
        </div>
        <div className="flex flex-col gap-5 lg:my-auto lg:grid lg:grid-cols-2 lg:items-center lg:gap-x-16 lg:gap-y-8">
          <div className="flex flex-col gap-2 lg:gap-4 lg:self-end">
            <PageTitle className="text-[1.875rem] leading-[1.15] lg:text-[3rem]">Your money, told as it is.</PageTitle>
            <p className="text-ink-2 lg:text-h2">
              A wallet on the web for people in Nigeria. Add money, send it to a bank, buy airtime and data for yourself
              or to sell, and {paysLess(installation) ? 'pay bills for less' : 'pay bills'}.
            </p>
          </div>
          <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
            <ProductDrawing />
          </div>
          <div className="flex flex-col gap-2 lg:max-w-96 lg:self-start">
            <ButtonLink to="/register" wide>
              Get Started
            </ButtonLink>
            <ButtonLink to={isKnownHere() ? '/pin' : '/signin'} tone="plain" wide>
              Sign in
            </ButtonLink>
          </div>
        </div>
        <ul className="flex flex-col gap-4 lg:grid lg:grid-cols-3 lg:gap-8">
          {OFFERS.map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-3">
              <span className="grid size-10 shrink-0 place-items-center rounded-avatar bg-tint text-brand">
                <Icon aria-hidden size={20} />
              </span>
              <div>
                <p className="font-semibold">{title}</p>
                <p className="text-small text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </main>
    </>
  )
}

/** Whether electricity and TV both cost less here than their face value. */
function paysLess(installation: Installation | undefined): boolean {
  const discounts = installation?.prices.discounts
  return discounts !== undefined && discounts.electricity.standard > 0 && discounts.tv.standard > 0
}
