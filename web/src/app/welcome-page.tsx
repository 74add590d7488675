import { Landmark, ListChecks, Smartphone } from 'lucide-react'
import { Link } from 'react-router'
import { useBrand } from '#web/installation/get-installation.ts'
import { isKnownHere } from '#web/lib/device-account.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { PageTitle } from '#web/ui/page.tsx'
import { SandboxBanner } from '#web/ui/sandbox-banner.tsx'

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
  { icon: ListChecks, title: 'Know where it is', text: 'A payment is called completed only when that is proved.' },
] as const

export default function WelcomePage() {
  const brand = useBrand()
  return (
    <>
      <header>
        <SandboxBanner />
      </header>
      <main className="page-enter mx-auto flex min-h-[calc(100dvh-1.75rem)] w-full max-w-[480px] flex-col gap-6 px-4 pt-6 pb-6">
        <div className="-my-2 flex flex-wrap items-center justify-between gap-x-2">
          <p className="font-head text-h2 font-semibold text-brand">{brand}</p>
          <Link to="/privacy" className="flex min-h-12 items-center font-semibold text-brand">
            Privacy
          </Link>
        </div>
        <MarketStall />
        <div className="flex flex-col gap-2">
          <PageTitle className="text-[1.875rem] leading-[1.15]">Your money, told as it is.</PageTitle>
          <p className="text-ink-2">
            A wallet on the web for people in Nigeria. Add money, send it to a bank, buy airtime and data, pay bills,
            and see every price before you say yes.
          </p>
        </div>
        <ul className="flex flex-col gap-4">
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
        <div className="mt-auto flex flex-col gap-2 pt-2">
          <ButtonLink to="/register" wide>
            Get Started
          </ButtonLink>
          <ButtonLink to={isKnownHere() ? '/pin' : '/signin'} tone="plain" wide>
            Sign in
          </ButtonLink>
        </div>
      </main>
    </>
  )
}

/** A market stall in one line weight: ink and one accent. */
function MarketStall() {
  return (
    <svg
      viewBox="0 0 240 104"
      aria-hidden="true"
      className="w-full max-w-72 text-ink"
      fill="none"
      stroke="currentColor"
    >
      <g strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M28 38 44 12h152l16 26M28 38v6a11 11 0 0 0 23 0 11 11 0 0 0 23 0 11 11 0 0 0 23 0 11 11 0 0 0 23 0 11 11 0 0 0 23 0 11 11 0 0 0 23 0 11 11 0 0 0 23 0 11 11 0 0 0 23 0v-6z" />
        <path d="M40 55v45M200 55v45M40 76h160M4 100h232M52 76V66h28v10M92 76l4-12h16l4 12M160 76V62h24v14" />
        <path d="M74 12 66 38M105 12l-4 26M135 12l4 26M166 12l8 26" />
      </g>
      <g className="text-accent" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
        <circle cx="134" cy="70" r="6" />
        <circle cx="148" cy="70" r="6" />
        <circle cx="141" cy="60" r="6" />
      </g>
    </svg>
  )
}
