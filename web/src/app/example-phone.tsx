import type { ReactNode } from 'react'
import { formatNairaShort, naira } from '#contract/money.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import {
  AddMoneyIcon,
  AirtimeIcon,
  BillsIcon,
  DataIcon,
  type Duotone,
  ElectricityIcon,
  SendIcon,
  TvIcon,
} from '#web/ui/duotone-icons.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'

const SERVICES: readonly { readonly label: string; readonly icon: Duotone; readonly look: string }[] = [
  { label: 'Airtime', icon: AirtimeIcon, look: 'family-lagoon' },
  { label: 'Data', icon: DataIcon, look: 'family-sky' },
  { label: 'Light', icon: ElectricityIcon, look: 'family-sun' },
  { label: 'TV', icon: TvIcon, look: 'family-zobo' },
]

const EXAMPLE = { balance: naira(48_250), sent: naira(5_000), airtime: naira(990), received: naira(12_000) } as const

/**
 * A picture of the wallet, made of its own components. Its figures are invented, so each block with an amount says
 * "example". Nothing in it can be pressed, and screen readers skip it.
 */
export function ExamplePhone({ brand }: { brand: string }) {
  return (
    <div aria-hidden="true" className="relative mx-auto w-fit select-none lg:[zoom:1.5]">
      <div className="h-[322px] w-[236px] rounded-t-[30px] bg-[#0f0e1a] px-2 pt-2 text-[11px] leading-tight shadow-[0_24px_60px_rgb(8_8_50/0.5)]">
        <div className="h-full overflow-hidden rounded-t-[23px] bg-bg text-ink">
          <div className="cloth-hero cloth-adire selvedge">
            <div className="px-3 pt-3 pb-3">
              <div className="flex items-center justify-between">
                <Wordmark brand={brand} height={15} />
                <span className="rounded-chip bg-card-well px-2 py-0.5">Example</span>
              </div>
              <p className="mt-3 text-on-card-2">Example balance</p>
              <p className="font-head text-[27px] leading-tight font-semibold tabular">
                {formatNairaShort(EXAMPLE.balance)}
                <span className="text-[16px]">.00</span>
              </p>
              <div className="mt-2.5 grid grid-cols-3 gap-1.5 font-head text-[10px] font-semibold">
                <Act label="Add money" look="bg-accent text-on-accent [--m:#7c4d00]">
                  <AddMoneyIcon size={16} />
                </Act>
                <Act label="Send" look="bg-card-well [--m:#9aa1ff]">
                  <SendIcon size={16} />
                </Act>
                <Act label="Bills" look="bg-card-well [--m:#6f77e6]">
                  <BillsIcon size={16} />
                </Act>
              </div>
            </div>
          </div>
          <div className="grid grid-cols-4 gap-1 px-2.5 pt-2.5 text-center text-[10px] font-medium">
            {SERVICES.map(({ label, icon: Icon, look }) => (
              <span key={label} className="grid justify-items-center gap-1">
                <span className={`grid size-[38px] place-items-center rounded-mark bg-family-tint text-family ${look}`}>
                  <Icon size={20} />
                </span>
                {label}
              </span>
            ))}
          </div>
          <div className="m-2.5 rounded-mark bg-surface font-head text-[12px] font-semibold shadow-lift">
            <Line name="Tamuno George" amount={`-${formatNairaShort(EXAMPLE.sent)}`}>
              <Avatar name="Tamuno George" size="tiny" />
            </Line>
            <Line name="MTN Airtime" amount={`-${formatNairaShort(EXAMPLE.airtime)}`}>
              <Mark names={['MTN Airtime']} size="tiny" />
            </Line>
          </div>
        </div>
      </div>
      <div className="absolute top-[236px] left-1/2 flex [transform:translateX(-42%)] items-center gap-2.5 rounded-tile bg-surface py-2 pr-3.5 pl-2 text-[13px] leading-tight whitespace-nowrap text-ink shadow-float">
        <span className="family-palm grid size-9 place-items-center rounded-[11px] bg-family-tint text-family">
          <AddMoneyIcon size={20} />
        </span>
        <span>
          <span className="block font-head text-[15px] font-semibold tabular">{`+${formatNairaShort(EXAMPLE.received)} from Zainab`}</span>
          <span className="text-ink-3">An example</span>
        </span>
      </div>
    </div>
  )
}

function Act({ label, look, children }: { label: string; look: string; children: ReactNode }) {
  return (
    <span className={`flex min-h-11 flex-col items-center justify-center gap-1 rounded-[11px] ${look}`}>
      {children} {label}
    </span>
  )
}

function Line({ name, amount, children }: { name: string; amount: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-2 px-2.5 py-1.5">
      {children}
      <span className="flex-1">{name}</span>
      <span className="tabular">{amount}</span>
    </span>
  )
}
