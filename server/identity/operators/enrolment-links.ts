import { LINK_LIVES_MS } from '#contract/console/limits.ts'
import type { OperatorId, OperatorLinkId } from '#contract/ids.ts'
import type { Deps } from '#server/deps.ts'
import { hashesOfOneTimeSecret, hashOneTimeSecret } from '#server/identity/accounts/one-time-secrets.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { addAuditLine, IN_TERMINAL } from './audit-lines.ts'
import { ADMITTED, type ProvenOperator } from './operator.ts'
import { type HowDecided, signedAlone } from './requests.ts'

const TOKEN_BYTES = 32
const PURPOSE = 'operator-link'

type LinkDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'keys' | 'newId' | 'randomBytes'>

/** A link that can still be used. Without an operator, it adds the first one. */
export type OpenLink = { readonly id: OperatorLinkId; readonly operator: ProvenOperator | null }

/**
 * Creates the address that enrols a passkey of this operator, once. Only the operator can create it: anyone who has it
 * can sign in as them.
 */
export async function makeEnrolmentLink(
  deps: Omit<LinkDeps, 'config'> & { readonly consoleUrl: string },
  by: ProvenOperator,
  how: HowDecided = {},
): Promise<string> {
  const { where = IN_TERMINAL } = how
  return await deps.database.transaction(async (tx) => {
    const address = await writeLink(tx, deps, by.id)
    await addAuditLine(tx, deps, { by, where, act: 'make-link', subject: by.id, ...signedAlone(how) })
    return address
  })
}

/**
 * The address where someone trying out Jara enrols the first passkey, and becomes the first operator if there is none.
 * For sandbox mode only: in live mode operators create their links on the server. Null once there is a passkey.
 */
export async function makePracticeLink(deps: LinkDeps): Promise<string | null> {
  if (deps.config.mode !== 'sandbox') return null
  return await deps.database.transaction(async (tx) => {
    const [passkey] = await tx.query('select 1 from operator_passkeys limit 1')
    if (passkey !== undefined) return null
    const [first] = await tx.query<{ id: OperatorId }>(
      `select id from operators where ${ADMITTED} order by admitted_at, id limit 1`,
    )
    return await writeLink(tx, { ...deps, consoleUrl: deps.config.consoleUrl }, first?.id ?? null)
  })
}

export type PracticeLink = { readonly operator: string; readonly address: string }

/**
 * A link for each operator whom another one added and who has no passkey yet, one at a time. Only for sandbox mode,
 * where one person plays several operators: in live mode operators create their own links.
 */
export async function makeLinksOfNewcomers(deps: LinkDeps): Promise<readonly PracticeLink[]> {
  if (deps.config.mode !== 'sandbox') return []
  return await deps.database.transaction(async (tx) => {
    const newcomers = await tx.query<{ id: OperatorId; name: string }>(
      `select id, name from operators o where ${ADMITTED} and created_by is not null
         and not exists (select from operator_passkeys p where p.operator_id = o.id)
         and not exists (select from operator_links l where l.operator_id = o.id and l.expires_at > $1)
       order by id for no key update of o`,
      [deps.clock.now()],
    )
    const links: PracticeLink[] = []
    for (const { id, name: operator } of newcomers)
      links.push({ operator, address: await writeLink(tx, { ...deps, consoleUrl: deps.config.consoleUrl }, id) })
    return links
  })
}

async function writeLink(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'keys' | 'newId' | 'randomBytes'> & { readonly consoleUrl: string },
  operatorId: OperatorId | null,
): Promise<string> {
  const token = Buffer.from(deps.randomBytes(TOKEN_BYTES)).toString('base64url')
  const now = deps.clock.now()
  await tx.query(
    'insert into operator_links (id, operator_id, token_hash, made_at, expires_at) values ($1, $2, $3, $4, $5)',
    [
      deps.newId('opl'),
      operatorId,
      hashOneTimeSecret(deps, PURPOSE, token),
      now,
      new Date(now.getTime() + LINK_LIVES_MS),
    ],
  )
  // Behind the #, so that no server and no proxy sees it.
  return `${deps.consoleUrl}/admin/enrol#${token}`
}

/** The link with this token; null if it was used, has expired or never existed. */
export async function findLink(
  deps: Pick<Deps, 'clock' | 'database' | 'keys'>,
  token: string,
): Promise<OpenLink | null> {
  const [found] = await deps.database.query<{ linkId: OperatorLinkId; isOfNobody: boolean } & ProvenOperator>(
    `select l.id as "linkId", l.operator_id is null as "isOfNobody", o.id, o.name, o.role
     from operator_links l left join operators o on o.id = l.operator_id and ${ADMITTED}
     where l.token_hash = any($1) and l.used_at is null and l.expires_at > $2`,
    [hashesOfOneTimeSecret(deps, PURPOSE, token), deps.clock.now()],
  )
  if (found === undefined) return null
  const { linkId: id, isOfNobody, name, role } = found
  if (isOfNobody) return { id, operator: null }
  return found.id === null ? null : { id, operator: { id: found.id, name, role } }
}

/** Uses a link up: of concurrent uses, exactly one succeeds. */
export async function useLink(tx: Transaction, deps: Pick<Deps, 'clock'>, link: OpenLink): Promise<boolean> {
  const used = await tx.query(
    'update operator_links set used_at = $2 where id = $1 and used_at is null and expires_at > $2 returning 1',
    [link.id, deps.clock.now()],
  )
  return used.length > 0
}

/** Assigns a link to the first operator, whom it added. */
export async function giveLink(tx: Transaction, link: OpenLink, operatorId: OperatorId): Promise<boolean> {
  const given = await tx.query(
    'update operator_links set operator_id = $2 where id = $1 and operator_id is null and used_at is null returning 1',
    [link.id, operatorId],
  )
  return given.length > 0
}
