import { deviceNow } from './clock.ts'
import { readInTab, writeInTab } from './device-account.ts'

/**
 * The draft of the open form. It stays in this tab and belongs to one account. It never holds a PIN, a code or a
 * password. docs/why/decisions/0090-forms-survive-a-lock.md
 */
const KEY = 'jara.draft'
export const DRAFT_KEPT_MS = 60 * 60_000

export type Draft = { readonly userId: string; readonly name: string; readonly form: Readonly<Record<string, unknown>> }
type Kept = Draft & { readonly at: number }

/** If the draft does not fit into the storage, the previous one is deleted too, so outdated text never comes back. */
export function keepDraft(draft: Draft, at = deviceNow()): void {
  if (!writeInTab(KEY, JSON.stringify({ ...draft, at } satisfies Kept))) dropDraft()
}

/** Returns this account's draft, or null. Deletes a draft that is too old or belongs to another account. */
export function draftOf(userId: string, now = deviceNow()): Draft | null {
  const kept = parsed(readInTab(KEY))
  const age = kept === null ? 0 : now - kept.at
  if (kept !== null && kept.userId === userId && age >= 0 && age < DRAFT_KEPT_MS) return kept
  dropDraft()
  return null
}

export function dropDraft(): void {
  writeInTab(KEY, null)
}

function parsed(text: string | null): Kept | null {
  try {
    const kept: unknown = JSON.parse(text ?? 'null')
    return isKept(kept) ? kept : null
  } catch {
    return null
  }
}

function isKept(kept: unknown): kept is Kept {
  if (typeof kept !== 'object' || kept === null) return false
  const { userId, name, at, form } = kept as Record<string, unknown>
  return typeof userId === 'string' && typeof name === 'string' && typeof at === 'number' && isFields(form)
}

function isFields(form: unknown): form is Draft['form'] {
  return typeof form === 'object' && form !== null && !Array.isArray(form)
}
