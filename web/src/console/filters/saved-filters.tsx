import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FILTER_NAME_MAX_LENGTH, type FilterScreen } from '#contract/console/filter-limits.ts'
import type { FiltersAnswer, SavedFilter } from '#contract/console/filters.ts'
import { call } from '#web/console/call.ts'
import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorNotice } from '#web/ui/error-notice.tsx'
import { Field } from '#web/ui/field.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import type { Filters } from './use-filters.ts'

const FILTERS = ['filters']

type SavedFiltersProps = {
  readonly screen: FilterScreen
  /** The current filters of the screen. */
  readonly filters: Filters
}

/** The filters that the operator saved for this screen, and a form to save the current ones. */
export function SavedFilters({ screen, filters }: SavedFiltersProps) {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: FILTERS,
    queryFn: async ({ signal }) => await call<FiltersAnswer>('GET', '/api/admin/filters', undefined, signal),
  })
  const [changing, setChanging] = useState<SavedFilter | null>(null)
  const remember = (answer: FiltersAnswer) => queries.setQueryData(FILTERS, answer)
  const own = data?.filters.filter((each) => each.screen === screen) ?? []
  const query = queryOf(filters)
  const current = own.find((each) => each.query === query)
  return (
    <section aria-label="Saved filters" className="flex flex-col gap-2">
      <ErrorNotice error={error} />
      {own.length === 0 ? null : (
        <ul className="flex flex-wrap gap-x-4">
          {own.map((each) => (
            <li key={each.id}>
              <Link
                to={{ search: each.query }}
                aria-current={each.query === query ? 'true' : undefined}
                className="inline-flex min-h-12 items-center font-medium wrap-anywhere underline underline-offset-4 aria-[current]:no-underline"
              >
                {each.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {current === undefined ? (
        query !== '' && data !== undefined ? (
          <SaveForm key={query} screen={screen} filters={filters} onSaved={remember} />
        ) : null
      ) : (
        <div>
          <Button tone="plain" onClick={() => setChanging(current)}>
            {`Rename or delete “${current.name}”`}
          </Button>
        </div>
      )}
      {changing === null ? null : (
        <FilterSheet
          filter={changing}
          onClose={() => setChanging(null)}
          onChanged={(answer) => {
            setChanging(null)
            remember(answer)
          }}
        />
      )}
    </section>
  )
}

type SaveFormProps = SavedFiltersProps & { readonly onSaved: (answer: FiltersAnswer) => void }

function SaveForm({ screen, filters, onSaved }: SaveFormProps) {
  const [name, setName] = useState('')
  const save = useMutation({
    mutationFn: async () => await call<FiltersAnswer>('POST', '/api/admin/filters', { name, of: { screen, filters } }),
    onSuccess: onSaved,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    save.mutate()
  }

  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <Field
        label="Save these filters as"
        required
        autoComplete="off"
        maxLength={FILTER_NAME_MAX_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" tone="quiet" busy={save.isPending && 'Saving…'}>
        Save
      </Button>
      <ErrorNotice error={save.error} />
    </form>
  )
}

/** The query as the server stores it. */
function queryOf(filters: Filters): string {
  const sorted = Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1))
  return new URLSearchParams(sorted).toString()
}
