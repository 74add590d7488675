import { Copy, Share2 } from 'lucide-react'
import { SANDBOX_BANNER } from '#contract/constants.ts'
import { splitTokens } from '#contract/meter-tokens.ts'
import type { OrderOf } from '#contract/orders.ts'
import { useInstallation } from '#web/installation/get-installation.ts'
import { groupToken } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { shareText } from '#web/ui/share-text.ts'

/** The tokens of a prepaid meter, in order: to be read out, typed, copied or sent on. Empty without a token. */
export default function TokenCard({ order }: { order: OrderOf<'electricity'> }) {
  const sandbox = useInstallation().data?.mode === 'sandbox'
  const { token, units, recipient } = order
  const tokens = splitTokens(token)
  if (tokens.length === 0) return null
  const several = tokens.length > 1
  const noun = several ? 'Tokens' : 'Token'
  const hint = several ? ['Enter these one after the other.'] : []
  const worth = units === null ? [] : [`Units: ${units}`]
  const lines = tokens.map((each, place) => (several ? `${place + 1}. ` : '') + groupToken(each))
  const message = [
    `Electricity token for meter ${recipient.meterNumber} (${recipient.billerName}):`,
    ...hint,
    ...lines,
    ...worth,
    ...(sandbox ? [SANDBOX_BANNER] : []),
  ].join('\n')

  return (
    <section
      aria-labelledby="token"
      className="flex w-full flex-col gap-3 rounded-card bg-surface shadow-lift px-4 py-4 text-left"
    >
      <div>
        <h2 id="token" className="font-sans text-small font-medium text-ink-2">
          Electricity token
        </h2>
        <p className="text-small text-ink-2">{hint}</p>
        {tokens.map((each, place) => (
          <p key={each} className="mt-1 font-head text-h1 font-semibold text-balance tabular">
            {several ? <span className="text-small font-normal text-ink-2">{place + 1}. </span> : null}
            {groupToken(each)}
          </p>
        ))}
        <p className="text-small text-ink-2">{worth}</p>
      </div>
      <div data-toast-avoid="" className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-2">
        <Button
          tone="quiet"
          onClick={() => void copyText(noun, tokens.join('\n'))}
          aria-label={`Copy ${noun.toLowerCase()}`}
        >
          <Copy aria-hidden size={18} /> Copy
        </Button>
        <Button
          tone="quiet"
          onClick={() => void shareText('Message', message)}
          aria-label={`Share ${noun.toLowerCase()}`}
        >
          <Share2 aria-hidden size={18} /> Share
        </Button>
      </div>
    </section>
  )
}
