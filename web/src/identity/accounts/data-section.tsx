import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { SecurityRow } from '#web/identity/security/security-row.tsx'
import { useReauthentication } from '#web/identity/security/use-reauthentication.tsx'
import { downloadFile } from '#web/lib/download-file.ts'
import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { DownloadOutcome } from '#web/ui/download-outcome.tsx'

const PURPOSE = 'to download your data'

/** Everything that is kept about a person, as one file. */
export function DataSection() {
  const fresh = useReauthentication()
  const download = useMutation({ mutationFn: () => downloadFile({ path: '/api/me/export' }) })

  function start() {
    download.mutate(undefined, {
      onError: (error) => {
        if (fresh.askedAgain(error, PURPOSE, start)) download.reset()
      },
    })
  }

  return (
    <SecurityRow id="data" title="Your data" text="All your data in one file" icon={Download}>
      <p className="text-small text-ink-2">
        The file (JSON) shows your payments and recipients to anyone who has it.{' '}
        <Link to="/privacy" className="inline-block py-3 font-semibold text-brand underline">
          What we keep, and why
        </Link>
      </p>
      <Button
        tone="quiet"
        wide
        busy={download.isPending && 'Making it…'}
        onClick={() => fresh.whenFresh(PURPOSE, start)}
      >
        Download my data
      </Button>
      <DownloadOutcome saved={download.data} error={download.error} />
      {fresh.sheet}
    </SecurityRow>
  )
}
