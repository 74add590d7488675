import { useSyncExternalStore } from 'react'
import { read, write } from '#web/lib/device-account.ts'

/** What this device hides: nothing, the balance on every screen, or also the amounts in lists. */
export type Hidden = 'nothing' | 'balance' | 'lists'

/** Shown instead of a hidden amount. */
export const HIDDEN_AMOUNT = '₦ ••••••'

const KEY = 'jara.hide-balance'
const STORED: Readonly<Record<Hidden, string | null>> = { nothing: null, balance: 'yes', lists: 'lists' }
const AMOUNT = /₦\s?[\d,]+(?:\.\d+)?/g

const listeners = new Set<() => void>()

export function useHidden(): Hidden {
  return useSyncExternalStore<Hidden>(onChange, hidden, () => 'nothing')
}

export function useIsBalanceHidden(): boolean {
  return useHidden() !== 'nothing'
}

export function hide(what: Hidden): void {
  write(KEY, STORED[what])
  for (const changed of listeners) changed()
}

/** Returns a function that hides the amounts in a list's text, if the person chose that. */
export function useListText(): (text: string) => string {
  return useHidden() === 'lists' ? withoutAmounts : asItIs
}

/** Like useListText, outside of components. */
export function listTextNow(text: string): string {
  return hidden() === 'lists' ? withoutAmounts(text) : text
}

export function withoutAmounts(text: string): string {
  return text.replace(AMOUNT, HIDDEN_AMOUNT)
}

const asItIs = (text: string) => text

function hidden(): Hidden {
  const stored = read(KEY)
  if (stored === STORED.lists) return 'lists'
  return stored === STORED.balance ? 'balance' : 'nothing'
}

function onChange(changed: () => void): () => void {
  listeners.add(changed)
  addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    removeEventListener('storage', changed)
  }
}
