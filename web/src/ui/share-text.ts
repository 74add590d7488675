import { copyText } from './copy-button.tsx'

/** The share menu was closed, or is still open from the tap before. */
const HARMLESS = new Set(['AbortError', 'InvalidStateError'])

/** Opens the phone's share menu with a text, or copies it where that is not possible. `label` names the text. */
export async function shareText(label: string, text: string): Promise<void> {
  try {
    await navigator.share({ text })
  } catch (error) {
    if (error instanceof DOMException && HARMLESS.has(error.name)) return
    await copyText(label, text)
  }
}
