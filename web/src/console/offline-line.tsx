import { useOnline } from '#web/lib/online.ts'

/** At the top of every screen of the console while there is no network. */
export function OfflineLine() {
  const online = useOnline()
  return (
    <div role="status">
      {online ? null : (
        <p className="bg-surface px-4 py-1 text-center text-caption font-medium">
          You are offline. Nothing can be read or changed now.
        </p>
      )}
    </div>
  )
}
