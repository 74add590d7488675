import { beforeEach, expect, test, vi } from 'vitest'
import { DRAFT_KEPT_MS, draftOf, dropDraft, keepDraft } from './drafts.ts'

const ROOM = 1_000
const stored = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem(key: string, value: string) {
    if (value.length > ROOM) throw new Error('QuotaExceededError')
    stored.set(key, value)
  },
  removeItem: (key: string) => stored.delete(key),
})
beforeEach(() => stored.clear())

const draft = { userId: 'usr_ada', name: 'withdrawal', form: { amount: '1,500' } }

test('a draft is kept for an hour', () => {
  keepDraft(draft, 1_000)
  expect(draftOf('usr_ada', 1_000 + DRAFT_KEPT_MS - 1)).toMatchObject(draft)
  expect(draftOf('usr_ada', 1_000 + DRAFT_KEPT_MS)).toBeNull()
  expect(stored.size).toBe(0)
})

test('a draft of another account is deleted', () => {
  keepDraft(draft, 1_000)
  expect(draftOf('usr_bola', 1_001)).toBeNull()
  expect(draftOf('usr_ada', 1_001)).toBeNull()
})

test('a draft from the future is ignored, and so is any other text', () => {
  keepDraft(draft, 1_000)
  expect(draftOf('usr_ada', 999)).toBeNull()
  for (const text of ['{', '7', '[]', '{"userId":"usr_ada","name":"withdrawal","at":1,"form":[]}']) {
    stored.set('jara.draft', text)
    expect(draftOf('usr_ada', 2), text).toBeNull()
  }
})

test('a draft that does not fit into the storage deletes the previous one', () => {
  keepDraft(draft, 1_000)
  keepDraft({ ...draft, form: { amount: '9'.repeat(ROOM) } }, 1_001)
  expect(draftOf('usr_ada', 1_002)).toBeNull()
})

test('a draft can be dropped', () => {
  keepDraft(draft, 1_000)
  dropDraft()
  expect(draftOf('usr_ada', 1_001)).toBeNull()
})
