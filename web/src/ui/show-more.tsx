import { Button } from './button.tsx'

type Pages = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }

/** Reads the next page of a list. Nothing at its end. */
export function ShowMore({ pages: { hasNextPage, isFetchingNextPage, fetchNextPage } }: { pages: Pages }) {
  if (!hasNextPage) return null
  return (
    <Button tone="quiet" wide busy={isFetchingNextPage && 'Loading more…'} onClick={() => void fetchNextPage()}>
      Show more
    </Button>
  )
}
