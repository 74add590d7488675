import { copyText } from './copy-button.tsx'

/** Opens the phone's share menu with a text, or copies it where there is none. `label` names the text. */
export async function shareText(label: string, text: string): Promise<void> {
  if (navigator.share === undefined) return await copyText(label, text)
  // Closing the menu counts as a failure there; nothing is to be said about it.
  await navigator.share({ text }).catch(() => undefined)
}
