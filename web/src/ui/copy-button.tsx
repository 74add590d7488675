import { Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { showToast } from './toast.ts'

/** Copies exactly `text` and says so; `label` names it. */
export async function copyText(label: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast(`${label} copied to clipboard!`, { durationMs: 2_000 })
  } catch {
    // Stays until it is closed: copying by hand takes time.
    showToast(`Your browser did not let us copy. Please copy it by hand: ${text}`, { tone: 'bad', durationMs: null })
  }
}

type CopyButtonProps = { label: string; text: string; shown?: string; tone?: 'quiet' | 'accent' | 'well' }

/** Copies exactly `text`. `label` names what was copied; `shown` is the button's label where several stand together. */
export function CopyButton({ label, text, shown = 'Copy', tone = 'quiet' }: CopyButtonProps) {
  return (
    <Button tone={tone} slim onClick={() => void copyText(label, text)} aria-label={`Copy ${label.toLowerCase()}`}>
      <Copy aria-hidden size={18} /> {shown}
    </Button>
  )
}
