import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-button.tsx'
import { currentToast, dismissToast } from './toast.ts'

afterEach(() => vi.unstubAllGlobals())
beforeEach(() => dismissToast(currentToast()?.id ?? 0))

const withClipboard = (writeText: (text: string) => Promise<void>) =>
  vi.stubGlobal('navigator', { clipboard: { writeText } })

test('copies exactly the text and says for two seconds what was copied', async () => {
  const copied: string[] = []
  withClipboard(async (text) => void copied.push(text))
  await copyText('Account number', '9012345678')
  expect(copied).toEqual(['9012345678'])
  expect(currentToast()).toMatchObject({ title: 'Account number copied to clipboard!', durationMs: 2_000 })
})

test('what could not be copied is not called copied, and is shown to be copied by hand', async () => {
  withClipboard(() => Promise.reject(new Error('not allowed')))
  await copyText('Amount', '6500')
  expect(currentToast()).toMatchObject({
    tone: 'bad',
    title: expect.stringContaining('by hand: 6500'),
    durationMs: null,
  })
})
