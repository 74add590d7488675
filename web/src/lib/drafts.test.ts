import { beforeEach, expect, test, vi } from 'vitest'
import { DRAFT_KEPT_MS, draftOf, dropDraft, keepDraft } from './drafts.ts'

const stored = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
beforeEach(() => stored.clear())

const draft = { userId: 'usr_ada', name: 'withdrawal', form: { amount: '1,500' } }

test('is there for an hour', () => {
  keepDraft(draft, 1_000)
  expect(draftOf('usr_ada', 1_000 + DRAFT_KEPT_MS - 1)).toMatchObject(draft)
  expect(draftOf('usr_ada', 1_000 + DRAFT_KEPT_MS)).toBeNull()
  expect(stored.size).toBe(0)
})

test('is nobody else’s, and gone once somebody else looks', () => {
  keepDraft(draft, 1_000)
  expect(draftOf('usr_bola', 1_001)).toBeNull()
  expect(draftOf('usr_ada', 1_001)).toBeNull()
})

test('is not believed from the future, nor when it is not one', () => {
  keepDraft(draft, 1_000)
  expect(draftOf('usr_ada', 999)).toBeNull()
  for (const text of ['{', '7', '[]', '{"userId":"usr_ada","name":"withdrawal","at":1,"form":[]}']) {
    stored.set('jara.draft', text)
    expect(draftOf('usr_ada', 2), text).toBeNull()
  }
})

test('is dropped', () => {
  keepDraft(draft, 1_000)
  dropDraft()
  expect(draftOf('usr_ada', 1_001)).toBeNull()
})
