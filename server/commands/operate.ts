import { parseArgs } from 'node:util'
import type { Fields } from '#contract/acts/act.ts'
import { isId } from '#contract/ids.ts'
import type { Act, Description, Preview, Unchecked } from '#server/acts/act.ts'
import { ACTS } from '#server/acts/acts.ts'
import { ALL_ACTS } from '#server/acts/preview-request.ts'
import { sayPosting } from '#server/acts/say.ts'
import { readRequest } from '#server/identity/operators/requests.ts'
import { readUnconfirmed } from '#server/identity/recovery/operate-recoveries.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { commandOf, DONE, onDatabase, printHelp, readNamedFile, WHICH_DATABASE } from './command.ts'
import type { CommandIo } from './io.ts'
import { proofDeps, WHO } from './operator.ts'
import { productDeps } from './product-deps.ts'
import { runAsProgram } from './program.ts'
import { askFor, confirmRequestHere, linesOfDetails, type TwoDeps } from './two-operators.ts'

/**
 * Acts that this command can request. New passphrases are typed by their owners, so `npm run operators` requests those.
 */
const HERE = Object.values(ACTS).filter(({ proposal }) => proposal !== null && proposal.hashesPassphrase !== true)

const HELP = `npm run operate: what two operators decide: one proposes, another confirms.

${HERE.map(usageOf).join('\n')}
  npm run operate -- confirm orq_… --by "Bayo Ade"     another operator, who first reads what it does

The roles that may propose an act are listed below it. --list takes a file name; repeat --numbers for each number.
Limits and channels that you do not name stay as they are. Times are in Lagos.

${WHO}

${WHICH_DATABASE}`

function usageOf({ facts: { name, asks, makers } }: Act): string {
  const options = Object.keys(asks).map((field) => ` --${optionOf(field)} …`)
  return `  npm run operate -- ${name}${options.join('')} --by "Ada Obi"\n        ${makers.join(', ')}`
}

/** `perBpc` becomes `per-bpc`. */
function optionOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

type Values = Readonly<Record<string, readonly string[]>>

async function main(io: CommandIo): Promise<number> {
  const [name = '--help', ...args] = io.args
  if (name === '--help') return printHelp(io, HELP)
  const act = HERE.find(({ facts }) => facts.name === name)
  if (act === undefined && name !== 'confirm')
    throw new CannotRunError(`which act? ${[...HERE.map(({ facts }) => facts.name), 'confirm'].join(', ')}\n\n${HELP}`)
  const words = readWords(args, act?.facts.asks ?? {})
  if (words === null) return printHelp(io, HELP)
  const { values, id } = words
  const by = values.by?.at(-1)
  return await onDatabase(io, 'operators', async (opened) => {
    const deps = productDeps(io, await proofDeps(io, opened))
    if (act === undefined) await confirm(deps, id, by)
    else await askFor(deps, { act, asked: await askedOf(deps, act, values), by, command: 'operate', shows: linesOf })
    return DONE
  })
}

/**
 * The options of an act, or the id of a request. Null: help was asked for.
 *
 * @throws CannotRunError for any other option, with the help
 */
function readWords(args: readonly string[], asks: Fields): { readonly values: Values; readonly id: string } | null {
  const text = { type: 'string', multiple: true } as const
  const names = ['by', ...Object.keys(asks).map(optionOf)]
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...Object.fromEntries(names.map((name) => [name, text])), help: { type: 'boolean' as const } },
    })
    if (values.help === true) return null
    const typed = Object.entries(values).flatMap(([name, value]) =>
      Array.isArray(value) ? [[name, value.map(String)] as const] : [],
    )
    return { values: Object.fromEntries(typed), id: positionals[0] ?? '' }
  } catch (error) {
    throw new CannotRunError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

/**
 * The typed values, with the act's defaults for missing ones. Of a repeated option the last one counts, unless it is a
 * list.
 */
async function askedOf(deps: TwoDeps, { facts, proposal }: Act, values: Values): Promise<Unchecked<Fields>> {
  const filled: Partial<Unchecked<Fields>> = (await proposal?.fill?.(deps)) ?? {}
  const entries = Object.entries(facts.asks).map(([field, of]): [string, string | readonly string[]] => {
    const typed = values[optionOf(field)]
    if ('listMax' in of) return [field, typed ?? []]
    const value = typed?.at(-1)
    if (value === undefined) return [field, filled[field] ?? '']
    return [field, 'isFile' in of ? readNamedFile(value) : value]
  })
  return Object.fromEntries(entries)
}

async function linesOf({ summary, effects, otherValues, details }: Description): Promise<string[]> {
  return [summary, ...effects, ...otherValues, ...linesOfDetails((await details?.()) ?? [])]
}

async function confirm(deps: TwoDeps, id: string, by: string | undefined): Promise<void> {
  // A recovery has its own id, which its first operator reads.
  const request = isId('rcv', id) ? (await readUnconfirmed(deps, id)).request : await readRequest(deps, id, ALL_ACTS)
  await confirmRequestHere(deps, { request, by, shows: linesOfPreview })
}

function linesOfPreview({ summary, effects, postings, details }: Preview): string[] {
  return [summary, ...effects, ...postings.map(sayPosting), ...linesOfDetails(details)]
}

export const operateCommand = commandOf('operate', main)
await runAsProgram(import.meta.main, operateCommand)
