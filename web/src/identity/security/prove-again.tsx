import { useState } from 'react'
import type { FreezeBody } from '#contract/accounts.ts'
import { api } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { ProveSheet } from './prove-sheet.tsx'

type ProveAgainSheetProps = { title: string; onProved: () => void; onClose: () => void }

/** Asks for the PIN or a passkey in place, for actions that need a recent proof. The session stays open either way. */
export function ProveAgainSheet({ title, onProved, onClose }: ProveAgainSheetProps) {
  async function send(proof: FreezeBody): Promise<void> {
    await prove(proof)
    onProved()
  }
  return (
    <ProveSheet title={title} purpose="unlock" doing="Checking…" send={send} onClose={onClose}>
      <p className="text-ink-2">You entered your PIN a while ago. Enter it again to see your codes.</p>
    </ProveSheet>
  )
}

/** Sends what an unlock sends, for a session that is open. */
async function prove({ challenge, approval }: FreezeBody): Promise<void> {
  if ('passkey' in approval) return await api('POST', '/api/passkeys/unlock', { challenge, passkey: approval.passkey })
  const { pinProof, signature } = approval
  await api('POST', '/api/unlock', { challenge, pinProof, signature })
}

type ProveAgainProps = {
  /** What waits for the proof. */
  text: string
  sheetTitle: string
  /** Asks at once: the person has just tapped what needs it. */
  atOnce?: boolean
  onProved: () => void
}

/** Says that the PIN is needed, with a button to enter it. */
export function ProveAgain({ text, sheetTitle, atOnce = false, onProved }: ProveAgainProps) {
  const [asking, setAsking] = useState(atOnce)
  return (
    <div className="flex w-full flex-col items-center gap-3 rounded-card bg-surface shadow-lift px-4 py-4 text-center">
      <p className="text-ink-2">{text}</p>
      <Button tone="quiet" onClick={() => setAsking(true)}>
        Enter PIN
      </Button>
      {asking ? <ProveAgainSheet title={sheetTitle} onProved={onProved} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}
