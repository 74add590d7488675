import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccessAnswer, OwnPasskey } from '#contract/console/access.ts'
import { call } from '#web/console/call.ts'
import { ME } from '#web/console/console-queries.ts'
import { ProposeSheet } from '#web/console/propose-sheet.tsx'
import { ScreenHead } from '#web/console/screen-head.tsx'
import { momentOf } from '#web/console/words.ts'
import { Button } from '#web/ui/button.tsx'
import { AddPasskeySheet } from './add-passkey-sheet.tsx'
import { NewPasskeyLink } from './new-passkey-link.tsx'
import { PassphraseSheet } from './passphrase-sheet.tsx'

const ACCESS = ['access']

/** The operator's own passkeys and passphrase. */
export default function AccessScreen() {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: ACCESS,
    queryFn: async ({ signal }) => await call<AccessAnswer>('GET', '/api/admin/access', undefined, signal),
    gcTime: 0,
  })
  const [removing, setRemoving] = useState<OwnPasskey | null>(null)
  const [sheet, setSheet] = useState<'passkey' | 'passphrase' | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const [done, setDone] = useState<string | null>(null)

  function finish(sentence: string | null) {
    setRemoving(null)
    setSheet(null)
    setDone(sentence)
    void queries.refetchQueries({ queryKey: ACCESS })
  }

  function finishRemoval({ openedThis }: OwnPasskey) {
    // The session ended with its passkey: refetching leads to the sign-in.
    if (openedThis) void queries.refetchQueries({ queryKey: ME })
    else finish('The passkey is removed. It no longer works.')
  }

  return (
    <>
      <ScreenHead title="Your access" done={done} error={error} />
      {data === undefined ? null : (
        <>
          <section aria-labelledby="own-passkeys" className="flex flex-col gap-2">
            <h2 id="own-passkeys" className="text-h2">
              Passkeys
            </h2>
            <ul className="flex flex-col gap-2">
              {data.passkeys.map((passkey) => (
                <Passkey key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
              ))}
            </ul>
            <div>
              <Button tone="quiet" onClick={() => setSheet('passkey')}>
                Add a passkey
              </Button>
            </div>
            {link === null ? null : <NewPasskeyLink address={link} waits={data.newWaits} />}
          </section>
          <section aria-labelledby="own-passphrase" className="flex max-w-[640px] flex-col gap-2">
            <h2 id="own-passphrase" className="text-h2">
              Passphrase
            </h2>
            <p className="text-ink-2">It proves who you are in a terminal, and here when you add a passkey.</p>
            <div>
              <Button tone="quiet" onClick={() => setSheet('passphrase')}>
                Change the passphrase
              </Button>
            </div>
          </section>
        </>
      )}
      {removing === null ? null : (
        <ProposeSheet<void>
          title={`Remove ${removing.name}`}
          path={`/api/admin/access/passkeys/${removing.id}/remove`}
          body={() => ({})}
          onClose={() => setRemoving(null)}
          onDone={() => finishRemoval(removing)}
        >
          <p className="text-ink-2">
            {removing.openedThis
              ? 'You are signed in with this passkey. Once it is removed, you sign in again with another one.'
              : 'It stops working, and any session it opened ends.'}
          </p>
        </ProposeSheet>
      )}
      {sheet === 'passkey' && data !== undefined ? (
        <AddPasskeySheet
          waits={data.newWaits}
          onClose={() => setSheet(null)}
          onDone={(address) => {
            setLink(address)
            finish(null)
          }}
        />
      ) : null}
      {sheet === 'passphrase' ? (
        <PassphraseSheet
          onClose={() => setSheet(null)}
          onDone={() => finish('Your passphrase is changed. The former one no longer works.')}
        />
      ) : null}
    </>
  )
}

function Passkey({ passkey, onRemove }: { readonly passkey: OwnPasskey; readonly onRemove: () => void }) {
  const { id, name, createdAt, openedThis, whyNotRemove } = passkey
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-tile bg-surface px-3.5 py-3 shadow-lift forced-colors:border">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-head font-semibold wrap-anywhere">{name}</h3>
        <p className="text-small text-ink-2">{`Added ${momentOf(createdAt)}. ${useOf(passkey)}`}</p>
        {openedThis ? <p className="text-small">You are signed in with it.</p> : null}
        <p className="text-caption text-ink-3 wrap-anywhere">{id}</p>
      </div>
      {whyNotRemove === null ? (
        <Button tone="quiet" aria-label={`Remove the passkey ${name}, ${id}`} onClick={onRemove}>
          Remove
        </Button>
      ) : (
        <p className="text-small text-ink-2 sm:max-w-64">{whyNotRemove}</p>
      )}
    </li>
  )
}

function useOf({ confirmedAt, lastUsedAt }: OwnPasskey): string {
  if (confirmedAt === null) return 'Waits for another operator to confirm it.'
  return lastUsedAt === null ? 'Never used.' : `Last used ${momentOf(lastUsedAt)}.`
}
