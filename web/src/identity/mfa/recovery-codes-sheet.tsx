import { Copy, Download } from 'lucide-react'
import { useBrand } from '#web/installation/get-installation.ts'
import { saveFile } from '#web/lib/download-file.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

type RecoveryCodesSheetProps = { codes: readonly string[]; onKept: () => void }

/** New recovery codes, shown this once, so only the button closes the sheet. */
export default function RecoveryCodesSheet({ codes, onKept }: RecoveryCodesSheetProps) {
  const brand = useBrand()
  const text = codes.join('\n')

  function save() {
    const about = `Recovery codes for your ${brand} account. Each works once. Anyone with one of them and your password can get in.`
    const name = `${brand.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-recovery-codes.txt`
    saveFile(new Blob([`${about}\n\n${text}\n`], { type: 'text/plain' }), name)
  }

  return (
    <Sheet title="Your recovery codes" onClose={onKept} busy>
      <div className="flex flex-col gap-3 pt-1">
        <p className="text-ink-2">
          Without your phone, one of these and your password let you in. Each works once. Keep them where nobody else
          can find them: on paper, or in a password manager.
        </p>
        <ol
          aria-label="Recovery codes"
          className="flex flex-col gap-1 rounded-card bg-surface shadow-lift px-3 py-3 font-mono text-caption tabular"
        >
          {codes.map((code) => (
            <li key={code} className="wrap-anywhere">
              {code}
            </li>
          ))}
        </ol>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-2">
          <Button tone="quiet" onClick={() => void copyText('Recovery codes', text)}>
            <Copy aria-hidden size={18} /> Copy
          </Button>
          <Button tone="quiet" onClick={save}>
            <Download aria-hidden size={18} /> Download
          </Button>
        </div>
        <Notice tone="wait">They are shown only this once. Codes you had before no longer work.</Notice>
        <Button wide onClick={onKept}>
          I have saved them
        </Button>
      </div>
    </Sheet>
  )
}
