import { z } from 'zod'
import type { SettingRows } from './setting.ts'

const oneLine = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .regex(/^\P{C}*$/u)
const operatorNotice = z.strictObject({
  bank: oneLine,
  meaning: oneLine,
  by: oneLine,
  at: z.iso.datetime({ offset: true }),
  expiresAt: z.iso.datetime({ offset: true }),
})
/** A named operator's notice about a bank, with its start and end. */
export type OperatorNotice = z.infer<typeof operatorNotice>

export const bankNoticeSettings = {
  BANK_NOTICE: {
    type: z.string().max(2_000),
    target: 'bankNotice',
    meaning: 'What you tell users about a bank’s problem, as JSON: [Bank notices](../operate/notices-and-pauses.md).',
    live: { why: 'No notice.', wrong: ['OPay is slow', '{"bank":"OPay"}'] },
  },
} as const satisfies SettingRows

/** Null if the text is not a notice. */
export function parseBankNotice(text: string): OperatorNotice | null {
  try {
    const parsed = operatorNotice.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
