import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedNotice, SettingsAnswer } from '#contract/console/settings.ts'
import { call } from '#web/console/call.ts'
import { REQUEST_STORED } from '#web/console/propose-sheet.tsx'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { ChannelsSection } from './channels-section.tsx'
import { ChannelsSheet } from './channels-sheet.tsx'
import { EndNoticeSheet } from './end-notice-sheet.tsx'
import { useBankNames } from './get-bank-names.ts'
import { LimitsSection } from './limits-section.tsx'
import { LimitsSheet } from './limits-sheet.tsx'
import { NoticeSheet } from './notice-sheet.tsx'
import { NoticesSection } from './notices-section.tsx'
import { PricesSection } from './prices-section.tsx'
import { PricesSheet } from './prices-sheet.tsx'

const SETTINGS = ['settings']

/** The open form, if any. */
type Open =
  | { readonly form: 'notice' }
  | { readonly form: 'channels' | 'prices' | 'limits' }
  | { readonly form: 'end'; notice: ListedNotice }

/** Bank notices, channels, prices and limits, which two operators change. */
export default function SettingsScreen() {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: SETTINGS,
    queryFn: async ({ signal }) => await call<SettingsAnswer>('GET', '/api/admin/settings', undefined, signal),
    gcTime: 0,
  })
  const banks = useBankNames()
  const [open, setOpen] = useState<Open | null>(null)
  const [done, setDone] = useState(false)

  function finish() {
    setOpen(null)
    setDone(true)
    void queries.refetchQueries({ queryKey: SETTINGS })
  }

  const inForce = data?.channels.find(({ state }) => state === 'in force')
  const priced = data?.prices.find(({ state }) => state === 'in force')
  const limited = data?.limits.find(({ state }) => state === 'in force')
  const ends = { onClose: () => setOpen(null), onDone: finish }
  return (
    <>
      <ScreenHead title="Settings" done={done ? REQUEST_STORED : null} error={error} />
      {data === undefined ? null : (
        <>
          <NoticesSection
            settings={data}
            reported={banks.data?.reported ?? null}
            onSet={() => setOpen({ form: 'notice' })}
            onEnd={(notice) => setOpen({ form: 'end', notice })}
          />
          <ChannelsSection settings={data} onChange={() => setOpen({ form: 'channels' })} />
          <PricesSection settings={data} onChange={() => setOpen({ form: 'prices' })} />
          <LimitsSection settings={data} onChange={() => setOpen({ form: 'limits' })} />
          {open?.form === 'notice' ? <NoticeSheet banks={banks} source={data.source} {...ends} /> : null}
          {open?.form === 'end' ? <EndNoticeSheet notice={open.notice} {...ends} /> : null}
          {open?.form === 'channels' && inForce !== undefined ? <ChannelsSheet version={inForce} {...ends} /> : null}
          {open?.form === 'prices' && priced !== undefined ? <PricesSheet version={priced} {...ends} /> : null}
          {open?.form === 'limits' && limited !== undefined ? <LimitsSheet version={limited} {...ends} /> : null}
        </>
      )}
    </>
  )
}
