import type { Page } from '@playwright/test'

/** An animation that started: its name, delay and duration, both in ms. */
export type Animated = readonly [name: string, delayMs: number, durationMs: number]

// Runs in the page; a string, because these tests are compiled without the browser's types. Reads from the style what
// was requested: an animation within a single slow frame is only reported afterwards.
const KEEP = (tag: string) => `
  window.animations = []
  addEventListener('animationstart', ({ animationName, target }) => {
    if (target.tagName !== '${tag}') return
    const { animationDelay, animationDuration } = getComputedStyle(target)
    window.animations.push([animationName, parseFloat(animationDelay) * 1000, parseFloat(animationDuration) * 1000])
  })`

/** Records which animations start on elements of that tag, on all later pages, for a device with this preference. */
export async function keepAnimations(
  page: Page,
  tag: string,
  reducedMotion: 'reduce' | 'no-preference' = 'no-preference',
): Promise<void> {
  await page.emulateMedia({ reducedMotion })
  await page.addInitScript(KEEP(tag))
}

/** The animations since the page was loaded. Each is reported one frame late, so poll for it. */
export function animations(page: Page): Promise<Animated[]> {
  return page.evaluate<Animated[]>('window.animations')
}

/** The names of those animations. */
export async function animationNames(page: Page): Promise<string[]> {
  return (await animations(page)).map(([name]) => name)
}
