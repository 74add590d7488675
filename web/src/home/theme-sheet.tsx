import { Check } from 'lucide-react'
import { chooseTheme, type Theme } from '#web/lib/theme.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { showToast } from '#web/ui/toast.ts'

export const THEME_NAMES: Record<Theme, string> = {
  light: 'Light Mode',
  dark: 'Dark Mode',
  system: 'System Mode',
  device: 'Device Mode',
}

const THEMES: readonly { theme: Theme; text: string }[] = [
  { theme: 'light', text: 'Standard light appearance' },
  { theme: 'dark', text: 'Easier on the eyes in low light' },
  { theme: 'system', text: 'Match your system settings' },
  { theme: 'device', text: 'Optimized for your device' },
]

type ThemeSheetProps = { chosen: Theme; onChoose: (theme: Theme) => void; onClose: () => void }

export function ThemeSheet({ chosen, onChoose, onClose }: ThemeSheetProps) {
  function choose(theme: Theme) {
    chooseTheme(theme)
    onChoose(theme)
    onClose()
    showToast('Theme updated', { tone: 'good', text: `Theme has been set to ${theme} mode` })
  }
  return (
    <Sheet title="Select Theme" onClose={onClose}>
      <p className="pb-3 text-ink-2">Choose your preferred app appearance</p>
      <ul className="rounded-card bg-surface shadow-lift">
        {THEMES.map(({ theme, text }) => (
          <li key={theme} className="border-b border-line last:border-b-0">
            <button
              type="button"
              aria-pressed={theme === chosen}
              onClick={() => choose(theme)}
              className="flex min-h-16 w-full items-center justify-between gap-3 px-4 py-2 text-left -outline-offset-3"
            >
              <span>
                <span className="block font-medium">{THEME_NAMES[theme]}</span>
                <span className="block text-small text-ink-2">{text}</span>
              </span>
              {theme === chosen ? <Check aria-hidden className="shrink-0 text-brand" /> : null}
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
