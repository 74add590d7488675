import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FILTER_NAME_MAX_LENGTH } from '#contract/console/filter-limits.ts'
import type { FiltersAnswer, SavedFilter } from '#contract/console/filters.ts'
import { call } from '#web/console/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

type FilterSheetProps = {
  readonly filter: SavedFilter
  readonly onClose: () => void
  readonly onChanged: (answer: FiltersAnswer) => void
}

/** Renames or deletes a saved filter. */
export function FilterSheet({ filter, onClose, onChanged }: FilterSheetProps) {
  const [name, setName] = useState(filter.name)
  const path = `/api/admin/filters/${filter.id}`
  const rename = useMutation({
    mutationFn: async () => await call<FiltersAnswer>('POST', path, { name }),
    onSuccess: onChanged,
  })
  const remove = useMutation({
    mutationFn: async () => await call<FiltersAnswer>('DELETE', path),
    onSuccess: onChanged,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    rename.mutate()
  }

  return (
    <Sheet title="Saved filter" onClose={onClose} busy={rename.isPending || remove.isPending}>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-2">
        <Field
          label="Name"
          required
          autoComplete="off"
          maxLength={FILTER_NAME_MAX_LENGTH}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <ErrorNotice error={rename.error ?? remove.error} />
        <Button type="submit" wide busy={rename.isPending && 'Renaming…'}>
          Rename
        </Button>
        <Button tone="danger" wide busy={remove.isPending && 'Deleting…'} onClick={() => remove.mutate()}>
          Delete this filter
        </Button>
      </form>
    </Sheet>
  )
}
