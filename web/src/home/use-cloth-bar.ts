import { useEffect } from 'react'
import { type Appearance, onTheme, PAGE_COLOURS } from '#web/lib/theme.ts'

/** On a phone, gives the browser's bar the wallet's colour while the wallet is open. */
export function useClothBar(): void {
  useEffect(() => {
    const isPhone = matchMedia('(max-width: 47.99rem)')
    const paint = () => setBar(isPhone.matches ? clothColour() : pageColour())
    paint()
    const stop = onTheme(paint)
    isPhone.addEventListener('change', paint)
    return () => {
      stop()
      isPhone.removeEventListener('change', paint)
      setBar(pageColour())
    }
  }, [])
}

const clothColour = () => getComputedStyle(document.documentElement).getPropertyValue('--card').trim()
const pageColour = () => PAGE_COLOURS[document.documentElement.dataset.theme as Appearance]

function setBar(colour: string): void {
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colour)
}
