import type { Fields } from '#contract/acts/act.ts'
import type { ActName } from '#contract/acts/acts.ts'
import type { Act, Description, Preview, Unchecked } from '#server/acts/act.ts'
import { ACTS } from '#server/acts/acts.ts'
import { previewRequest } from '#server/acts/preview-request.ts'
import type { Deps } from '#server/deps.ts'
import { type OperatorRequest, readRequest } from '#server/identity/operators/requests.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { type CommandDeps, prove, proveOperatorFor, tellToConfirm } from './operator.ts'

export type TwoDeps = CommandDeps & Deps

/** One operator requests an act. `shows`: the lines printed before the passphrase; by default none. */
export async function askFor<Asks extends Fields>(
  deps: TwoDeps,
  of: {
    readonly act: Act<Asks>
    readonly asked: Unchecked<Asks>
    readonly by: string | undefined
    /** The command with which another operator confirms it. */
    readonly command: string
    readonly subject?: string
    readonly shows?: (description: Description) => readonly string[] | Promise<readonly string[]>
  },
): Promise<void> {
  const { act, asked, by: name, command, shows } = of
  const { facts, proposal } = act
  if (proposal === null) throw new CannotRunError(`this command cannot propose ${facts.name}`)
  let { subject = '' } = of
  if (shows !== undefined) {
    const description = await proposal.describe(deps, asked)
    deps.io.print(...(await shows(description)))
    subject = description.about ?? subject
  }
  const by = await prove(deps, { name, act: facts.name, subject })
  const id = await proposal.request(deps, { asked, by })
  if (id === null) deps.io.print('done')
  else tellToConfirm(deps.io, command, id)
}

/**
 * Another operator confirms a request for one of these acts. `shows`: the lines of its preview printed before the
 * passphrase.
 */
export async function confirmHere(
  deps: TwoDeps,
  of: {
    readonly id: string
    readonly acts: readonly ActName[]
    readonly by: string | undefined
    readonly shows?: (preview: Preview) => readonly string[]
  },
): Promise<void> {
  await confirmRequestHere(deps, { ...of, request: await readRequest(deps, of.id, of.acts) })
}

/** Like confirmHere, for a request already read. */
export async function confirmRequestHere(
  deps: TwoDeps,
  of: {
    readonly request: OperatorRequest
    readonly by: string | undefined
    readonly shows?: (preview: Preview) => readonly string[]
  },
): Promise<void> {
  const { request, shows } = of
  const act = ACTS[request.act]
  // The preview printed before the passphrase must still be true when the act is carried out.
  const preview = shows === undefined ? null : await previewRequest(deps, request)
  if (preview !== null) deps.io.print(...(shows?.(preview) ?? []))
  const by = await proveOperatorFor(deps, { name: of.by, request })
  await act.carryOut(deps, { request, by }, preview)
  act.tell?.(deps)
  deps.io.print((await act.printDone?.(deps, request)) ?? 'done')
}

/** Details of an act, one per line. */
export function linesOfDetails(details: Preview['details']): string[] {
  return details.map(({ label, value }) => `${label}: ${value}`)
}
