import type { Page } from '@playwright/test'

/** An animation that began: its name, its delay and how long it takes, both in ms. */
export type Animated = readonly [name: string, delayMs: number, durationMs: number]

// Run in the page, and written as text because these tests are compiled without the types of a browser. What was
// asked for is read from the style: an animation that began and ended within one slow frame is told only afterwards.
const KEEP = (tag: string) => `
  window.animations = []
  addEventListener('animationstart', ({ animationName, target }) => {
    if (target.tagName !== '${tag}') return
    const { animationDelay, animationDuration } = getComputedStyle(target)
    window.animations.push([animationName, parseFloat(animationDelay) * 1000, parseFloat(animationDuration) * 1000])
  })`

/** Keeps, in every page loaded from here on, which animations of elements of that tag began, on a device with this wish. */
export async function keepAnimations(
  page: Page,
  tag: string,
  reducedMotion: 'reduce' | 'no-preference' = 'no-preference',
): Promise<void> {
  await page.emulateMedia({ reducedMotion })
  await page.addInitScript(KEEP(tag))
}

/** Those that began since the page was loaded. One is told with the frame after what it belongs to: poll for it. */
export function animations(page: Page): Promise<Animated[]> {
  return page.evaluate<Animated[]>('window.animations')
}

/** Their names alone. */
export async function animationNames(page: Page): Promise<string[]> {
  return (await animations(page)).map(([name]) => name)
}
