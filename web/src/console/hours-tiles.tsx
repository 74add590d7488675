import { SETTING_HOURS } from '#contract/console/limits.ts'
import { RadioTiles } from '#web/ui/radio-tiles.tsx'

export type SettingHours = `${(typeof SETTING_HOURS)[number]}`
const OPTIONS = SETTING_HOURS.map((hours) => ({ id: `${hours}` as SettingHours, name: `${hours} hours` }))

type HoursTilesProps = {
  readonly legend: string
  readonly hours: SettingHours
  readonly onChoose: (hours: SettingHours) => void
}

/** How long a setting holds before it ends automatically. */
export function HoursTiles({ legend, hours, onChoose }: HoursTilesProps) {
  return <RadioTiles legend={legend} inRow options={OPTIONS} chosen={hours} onChoose={onChoose} />
}
