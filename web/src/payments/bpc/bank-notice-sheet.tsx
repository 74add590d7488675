import { useState } from 'react'
import type { BankNotice } from '#contract/installation.ts'
import { formatMoment } from '#contract/time.ts'
import { closedNotices, rememberClosedNotices } from '#web/installation/closed-notices.ts'
import { useBankNotices } from '#web/installation/get-bank-notices.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

/**
 * What users should know before they pay from one of these banks. It opens with the page for as long as a notice
 * holds, until the user dismisses it for this purchase.
 */
export function BankNoticeSheet({ orderId }: { orderId: string }) {
  const { data: notices = [] } = useBankNotices()
  const [read, setRead] = useState(() => closedNotices(orderId))
  const unread = notices.filter((notice) => !read.includes(contentOf(notice)))
  if (unread.length === 0) return null

  function understood() {
    const all = [...read, ...unread.map(contentOf)]
    rememberClosedNotices(orderId, all)
    setRead(all)
  }

  return (
    <Sheet title="Bank notice" onClose={understood}>
      <ul className="flex flex-col gap-3 pb-4">
        {unread.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} />
        ))}
      </ul>
      <Button wide onClick={understood}>
        I Understand
      </Button>
    </Sheet>
  )
}

function NoticeItem({ notice: { bank, meaning, source, at } }: { notice: BankNotice }) {
  return (
    <li className="rounded-card bg-surface shadow-lift p-4">
      <h3 className="font-semibold">{bank}</h3>
      <p>{meaning}</p>
      <p className="pt-1 text-caption text-ink-3">
        Source: {source}, {formatMoment(at)}.
      </p>
    </li>
  )
}

/** The same words are the same notice: the bank list is read every minute and gives it a new id each time. */
function contentOf({ bank, source, meaning }: BankNotice): string {
  return [bank, source, meaning].join('\n')
}
