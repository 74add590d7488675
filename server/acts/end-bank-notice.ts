import { END_BANK_NOTICE } from '#contract/acts/end-bank-notice.ts'
import type { RequestContent } from '#server/identity/operators/requests.ts'
import {
  contentOfEnd,
  endBankNotice,
  previewNoticeEnd,
  readOpenNotice,
  requestNoticeEnd,
} from '#server/installation/settings/operate-bank-notices.ts'
import type { Act } from './act.ts'
import { tellPages } from './say.ts'

const summaryOf = ({ bank }: RequestContent) => `Take down a notice about ${bank}.`

export const endBankNoticeAct: Act<typeof END_BANK_NOTICE.asks> = {
  facts: END_BANK_NOTICE,
  proposal: {
    async describe({ clock, database }, { notice: id }) {
      const notice = await readOpenNotice(database, id, clock.now())
      return {
        summary: summaryOf(contentOfEnd(notice)),
        effects: previewNoticeEnd(notice),
        otherValues: [`Notice: ${notice.id}`],
        about: notice.id,
      }
    },
    request: async (deps, { asked, ...by }) => await requestNoticeEnd(deps, { uncheckedId: asked.notice, ...by }),
  },
  summary: ({ content }) => summaryOf(content),
  preview: async ({ clock, database }, { subject }) => ({
    effects: previewNoticeEnd(await readOpenNotice(database, subject, clock.now())),
  }),
  carryOut: endBankNotice,
  tell: tellPages,
}
