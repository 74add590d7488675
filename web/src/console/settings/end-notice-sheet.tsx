import { END_BANK_NOTICE, type NoticeEndBody } from '#contract/acts/end-bank-notice.ts'
import type { ListedNotice } from '#contract/console/settings.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { momentOf } from '#web/console/words.ts'

type EndNoticeSheetProps = {
  readonly notice: ListedNotice
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Another operator confirms that a notice comes down before it expires. */
export function EndNoticeSheet({ notice: { id, bank, meaning, expiresAt }, onClose, onDone }: EndNoticeSheetProps) {
  return (
    <ProposeSheet
      title={`Take down the notice about ${bank}`}
      path={END_BANK_NOTICE.path}
      body={() => ({ notice: id }) satisfies NoticeEndBody}
      onClose={onClose}
      onDone={onDone}
    >
      <p className="wrap-anywhere">{meaning}</p>
      <p className="text-ink-2">{`It comes down automatically ${momentOf(expiresAt)}.`}</p>
    </ProposeSheet>
  )
}
