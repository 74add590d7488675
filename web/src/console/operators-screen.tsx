import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedOperator, OperatorsAnswer, PendingRequest } from '#contract/console/operators.ts'
import { Link } from '#web/lib/routing.tsx'
import { Button } from '#web/ui/button.tsx'
import { call } from './call.ts'
import { ChangeRoleSheet } from './change-role-sheet.tsx'
import { ConfirmSheet } from './confirm-sheet.tsx'
import { ME } from './console-queries.ts'
import { CutNote } from './cut-note.tsx'
import { AddOperatorSheet } from './operators/add-operator-sheet.tsx'
import { RevokeOperatorSheet } from './operators/revoke-operator-sheet.tsx'
import { REQUEST_STORED } from './propose-sheet.tsx'
import { ScreenHead } from './screen-head.tsx'
import { momentOf, ROLE_NAMES } from './words.ts'

const OPERATORS = ['operators']

/** The operators of this installation, and the requests that wait for a second one. */
export default function OperatorsScreen() {
  const queries = useQueryClient()
  const { data, error } = useQuery({
    queryKey: OPERATORS,
    queryFn: async ({ signal }) => await call<OperatorsAnswer>('GET', '/api/admin/operators', undefined, signal),
  })
  const [changing, setChanging] = useState<ListedOperator | null>(null)
  const [revoking, setRevoking] = useState<ListedOperator | null>(null)
  const [adding, setAdding] = useState(false)
  const [confirming, setConfirming] = useState<PendingRequest | null>(null)
  const [done, setDone] = useState<string | null>(null)

  function finish(sentence: string) {
    setChanging(null)
    setRevoking(null)
    setAdding(false)
    setConfirming(null)
    setDone(sentence)
    void queries.refetchQueries({ queryKey: OPERATORS })
    // The changed role may be the operator's own.
    void queries.refetchQueries({ queryKey: ME })
  }

  return (
    <>
      <ScreenHead title="Operators" done={done} error={error} />
      {data === undefined ? null : (
        <>
          <Requests requests={data.requests} total={data.requestsTotal} onConfirm={setConfirming} />
          <section aria-labelledby="active-operators" className="flex flex-col gap-2">
            <h2 id="active-operators" className="text-h2">
              Active operators
            </h2>
            {data.mayAdd ? (
              <div>
                <Button tone="quiet" onClick={() => setAdding(true)}>
                  Propose an operator
                </Button>
              </div>
            ) : null}
            {data.practiceEmails === null ? null : (
              <p className="text-small text-ink-2">
                Practice mode: the link for a new operator’s passkey is among the{' '}
                <a href={data.practiceEmails} className="underline underline-offset-4">
                  sandbox’s emails
                </a>
                . Open it in a private window or another browser.
              </p>
            )}
            <ul className="grid gap-3 md:grid-cols-2 lg:grid-cols-3">
              {data.operators.map((operator) => (
                <Operator
                  key={operator.id}
                  operator={operator}
                  onChangeRole={data.mayChangeRoles ? () => setChanging(operator) : null}
                  onRevoke={data.mayRevoke ? () => setRevoking(operator) : null}
                />
              ))}
            </ul>
          </section>
        </>
      )}
      {changing === null ? null : (
        <ChangeRoleSheet operator={changing} onClose={() => setChanging(null)} onDone={() => finish(REQUEST_STORED)} />
      )}
      {revoking === null ? null : (
        <RevokeOperatorSheet operator={revoking} onClose={() => setRevoking(null)} onDone={finish} />
      )}
      {adding && data !== undefined ? (
        <AddOperatorSheet practiceEmails={data.practiceEmails} onClose={() => setAdding(false)} onDone={finish} />
      ) : null}
      {confirming === null ? null : (
        <ConfirmSheet
          request={confirming}
          onClose={() => setConfirming(null)}
          onDone={() => finish(`Confirmed: ${confirming.summary}`)}
        />
      )}
    </>
  )
}

type RequestsProps = {
  readonly requests: readonly PendingRequest[]
  readonly total: number
  readonly onConfirm: (request: PendingRequest) => void
}

function Requests({ requests, total, onConfirm }: RequestsProps) {
  return (
    <section aria-labelledby="requests" className="flex flex-col gap-2">
      <h2 id="requests" className="text-h2">
        Waiting for a second operator
      </h2>
      {requests.length === 0 ? <p className="text-ink-2">Nothing about operators waits.</p> : null}
      <ul className="flex flex-col gap-3">
        {requests.map((request) => (
          <li
            key={request.id}
            className="flex flex-wrap items-center justify-between gap-3 rounded-tile bg-surface px-3.5 py-3 shadow-lift forced-colors:border"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium wrap-anywhere">{request.summary}</p>
              {request.reason === null ? null : <p className="text-small wrap-anywhere">Reason: {request.reason}</p>}
              <p className="text-caption text-ink-2">
                {`Requested by ${request.requestedBy}, ${momentOf(request.requestedAt)}. Ends ${momentOf(request.expiresAt)}.`}
              </p>
            </div>
            {request.mayConfirm ? (
              <Button tone="quiet" onClick={() => onConfirm(request)}>
                Review and confirm
              </Button>
            ) : (
              <p className="text-small text-ink-2 sm:max-w-64">{request.whyNot}</p>
            )}
          </li>
        ))}
      </ul>
      <CutNote isCut={requests.length < total}>
        {`These are ${requests.length} of ${total}: those that expire first. `}
        <Link to="/admin/proposals" className="underline underline-offset-4">
          All proposals
        </Link>
      </CutNote>
    </section>
  )
}

type OperatorProps = {
  readonly operator: ListedOperator
  readonly onChangeRole: (() => void) | null
  readonly onRevoke: (() => void) | null
}

function Operator({ operator, onChangeRole, onRevoke }: OperatorProps) {
  const { id, name, role, since, lastSignInAt, passkeys } = operator
  return (
    <li className="flex flex-col gap-2 rounded-tile bg-surface px-3.5 py-3 shadow-lift forced-colors:border">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="font-head font-semibold wrap-anywhere">{name}</h3>
          <p className="text-caption text-ink-3 wrap-anywhere">{id}</p>
        </div>
        <span className="rounded-chip bg-tint px-2 py-1 text-caption font-medium">{ROLE_NAMES[role]}</span>
      </div>
      <p className="text-caption text-ink-2">
        {`Operator since ${momentOf(since)}. `}
        {lastSignInAt === null ? 'Never signed in here.' : `Last sign-in ${momentOf(lastSignInAt)}.`}
      </p>
      {passkeys.length === 0 ? (
        <p className="text-small text-ink-2">No passkey.</p>
      ) : (
        <ul className="text-small">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="wrap-anywhere">
              {`Passkey: ${passkey.name}, ${passkey.id}`}
              <span className="block text-caption text-ink-2">
                {passkey.confirmedAt === null
                  ? 'Waits for another operator to confirm it'
                  : passkey.lastUsedAt === null
                    ? 'Never used'
                    : `Last used ${momentOf(passkey.lastUsedAt)}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-auto flex flex-wrap gap-2">
        {onChangeRole === null ? null : (
          <Button tone="quiet" slim aria-label={`Change the role of ${name}`} onClick={onChangeRole}>
            Change the role
          </Button>
        )}
        {onRevoke === null ? null : (
          <Button tone="quiet" slim aria-label={`Revoke ${name}`} onClick={onRevoke}>
            Revoke
          </Button>
        )}
      </div>
    </li>
  )
}
