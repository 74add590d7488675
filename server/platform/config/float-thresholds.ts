import { z } from 'zod'
import { LISTENERS, type SettingRows } from './setting.ts'

const FORM = 'providers and whole naira are needed, such as paystack=500000,vtpass=100000'

/** The balance below which the console marks a provider's float as low. */
export const floatSettings = {
  FLOAT_THRESHOLDS: {
    type: z
      .string()
      .max(500)
      .refine((text) => thresholdsIn(text) !== null, FORM),
    target: 'floatThresholds',
    meaning:
      '`paystack=500000,vtpass=100000`: the least that each provider should hold, in whole naira. *Today* in the console marks one that holds less.',
    live: {
      readBy: LISTENERS,
      why: 'The console shows no threshold. `paystack=500000,vtpass=100000`: the least that each should hold, in whole naira.',
      wrong: ['500000', 'paystack=', 'paystack=0', 'paystack=1.5', 'paystack=1,paystack=2', 'paystack=1,,vtpass=1'],
    },
  },
} as const satisfies SettingRows

export type FloatThresholds = ReadonlyMap<string, bigint>

/** Thresholds by provider, kobo. A provider not named has none. */
export function floatThresholdsFrom({
  FLOAT_THRESHOLDS: text,
}: {
  readonly FLOAT_THRESHOLDS?: string | undefined
}): FloatThresholds {
  return (text === undefined ? null : thresholdsIn(text)) ?? new Map()
}

function thresholdsIn(text: string): FloatThresholds | null {
  const pairs = text.split(',').map((each) => /^([a-z]{1,20})=([1-9]\d{0,9})$/.exec(each.trim()))
  const thresholds = new Map(pairs.map((pair) => [pair?.[1] ?? '', BigInt(pair?.[2] ?? 0) * 100n]))
  return pairs.includes(null) || thresholds.size < pairs.length ? null : thresholds
}
