import { useEffect, useState } from 'react'
import { meQuery, useMe } from '#web/identity/accounts/get-me.ts'
import { draftOf, dropDraft, keepDraft } from '#web/lib/drafts.ts'
import { queryClient } from '#web/lib/query-client.ts'

/** The fields that a draft keeps, each with a check for its stored value. Never prices or codes. */
export type Kept<Form> = { readonly [Field in keyof Form]?: (value: unknown) => boolean }

export const isText = (value: unknown): boolean => typeof value === 'string'

/** Returns a check for an object that has these text fields. */
export const hasTexts =
  (...fields: readonly string[]) =>
  (value: unknown): boolean =>
    typeof value === 'object' && value !== null && fields.every((field) => isText(Reflect.get(value, field)))

/**
 * Form state that survives a lock, a reload and a crash. Leaving the page deletes it. `name` is null for a form that is
 * not kept, such as one that starts with values.
 */
export function useDraft<Form extends object>(
  name: string | null,
  empty: Form,
  kept: Kept<Form>,
): [Form, (form: Form) => void] {
  const userId = useMe().data?.user.id
  const [form, setForm] = useState<Form>(() => ({ ...empty, ...restored(userId, name, kept) }))
  useEffect(() => () => dropUnlessLocked(), [])

  function change(next: Form): void {
    setForm(next)
    if (name !== null && userId !== undefined) keepDraft({ userId, name, form: picked(next, kept) })
  }
  return [form, change]
}

/** The name of the form that has a draft. For a page with several forms. */
export function useDraftName(): string | null {
  const userId = useMe().data?.user.id
  return useState(() => (userId === undefined ? null : (draftOf(userId)?.name ?? null)))[0]
}

function dropUnlessLocked(): void {
  const me = queryClient.getQueryData(meQuery.queryKey)
  if (me != null && !me.locked) dropDraft()
}

function restored<Form extends object>(
  userId: string | undefined,
  name: string | null,
  kept: Kept<Form>,
): Partial<Form> {
  if (name === null || userId === undefined) return {}
  const draft = draftOf(userId)
  if (draft === null || draft.name !== name) return {}
  return Object.fromEntries(
    Object.entries(draft.form).filter(([field, value]) => kept[field as keyof Form]?.(value) === true),
  ) as Partial<Form>
}

function picked<Form extends object>(form: Form, kept: Kept<Form>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(form).filter(([field]) => field in kept))
}
