import { chosenTheme, onTheme } from './theme.ts'

/** What browsers say about data saving beside the media query; not all of them know it. */
type Connection = EventTarget & { readonly saveData?: boolean }

const REDUCED = '(prefers-reduced-data: reduce)'
const connection = (): Connection | undefined => (navigator as { connection?: Connection }).connection

/** True in Device Mode while the phone asks to save data: then nothing is fetched unless the person asks for it. */
export function savesData(): boolean {
  return chosenTheme() === 'device' && (connection()?.saveData === true || matchMedia(REDUCED).matches)
}

/** Calls the listener when savesData may have changed. Returns a function that stops this. */
export function onSavesData(listener: () => void): () => void {
  const reduced = matchMedia(REDUCED)
  const stop = onTheme(listener)
  reduced.addEventListener('change', listener)
  connection()?.addEventListener('change', listener)
  return () => {
    stop()
    reduced.removeEventListener('change', listener)
    connection()?.removeEventListener('change', listener)
  }
}
