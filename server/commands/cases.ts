import { parseArgs } from 'node:util'
import { CASE_OUTCOMES } from '#contract/console/case-outcomes.ts'
import { isTemplate, TEMPLATES, type TemplateId } from '#contract/console/case-templates.ts'
import { formatNaira } from '#contract/money.ts'
import type { ProvenOperator } from '#server/identity/operators/operator.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import type { ReadClock } from '#server/support/answer-times.ts'
import {
  type CaseMove,
  fillTemplateForCase,
  listWork,
  moveCase,
  type ShownCase,
  showCase,
} from '#server/support/operate-cases.ts'
import {
  clock,
  commandOf,
  DONE,
  lagosTime,
  type Opened,
  onDatabase,
  printHelp,
  readNamedFile,
  WHICH_DATABASE,
} from './command.ts'
import type { CommandIo } from './io.ts'
import { type CommandDeps, proofDeps, prove, WHO } from './operator.ts'
import { runAsProgram } from './program.ts'

const HELP = `npm run cases: the problems that people have reported, for operators.

  npm run cases -- list [--all]                        open reports, the next deadline first; --all: closed ones too
  npm run cases -- show   JR-7K4M-2QXD --by "Ada Obi"  the report with its messages
  npm run cases -- take   JR-7K4M-2QXD --by "Ada Obi"  marks it as being worked on
  npm run cases -- ask    JR-7K4M-2QXD --by "Ada Obi" "What you need to know"
                                                       a question: the deadline is paused until they answer
  npm run cases -- answer JR-7K4M-2QXD --by "Ada Obi" "What you found out"
                                                       for both, instead of a text: --file answer.txt, or standard input;
                                                       --template state: starts with facts about its order
                                                       templates: ${TEMPLATES.join(', ')}
  npm run cases -- close  JR-7K4M-2QXD --by "Ada Obi" --outcome resolved --note "What was done"
                                                       after an answer; outcomes: ${CASE_OUTCOMES.join(', ')}

Your name is recorded with everything you do to a report, including reading it. list needs no name and records none.
${WHO}

${WHICH_DATABASE}`

type Command = {
  name: 'list' | 'show' | CaseMove
  number: string
  text: string
  by: string | undefined
  file: string | undefined
  outcome: string | undefined
  note: string | undefined
  template: TemplateId | null
  all: boolean
}

async function main(io: CommandIo): Promise<number> {
  const command = readCommand(io)
  if (command === null) return printHelp(io, HELP)
  return await onDatabase(io, 'operators', async (opened) => {
    await run(io, opened, command)
    return DONE
  })
}

function readCommand({ args }: CommandIo): Command | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        by: { type: 'string' },
        file: { type: 'string' },
        outcome: { type: 'string' },
        note: { type: 'string' },
        template: { type: 'string' },
        all: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
    if (values.help === true) return null
    const [name, number = '', ...text] = positionals
    if (!isName(name)) throw new CannotRunError('list, show, take, ask, answer or close?')
    const { template = null } = values
    if (template !== null && !isTemplate(template)) throw new CannotRunError(`there is no template ${template}`)
    return {
      name,
      number,
      text: text.join(' '),
      by: values.by,
      file: values.file,
      outcome: values.outcome,
      note: values.note,
      template,
      all: values.all === true,
    }
  } catch (error) {
    throw new CannotRunError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

function isName(name: string | undefined): name is Command['name'] {
  return name !== undefined && ['list', 'show', 'take', 'ask', 'answer', 'close'].includes(name)
}

/** The text to send, after the template's facts if there is a template. */
async function readWords(
  deps: CommandDeps,
  command: Command,
  operator: ProvenOperator,
): Promise<{ uncheckedText: string; mark: string | null }> {
  const { name, template, number: uncheckedNumber } = command
  if (name !== 'ask' && name !== 'answer') return { uncheckedText: '', mark: null }
  const words = await readAnswer(deps.io, command)
  if (template === null) return { uncheckedText: words, mark: null }
  const { text, mark } = await fillTemplateForCase(deps, { uncheckedNumber, template, operator })
  return { uncheckedText: `${text}\n\n${words}`, mark }
}

async function readAnswer(io: CommandIo, { text, file }: Command): Promise<string> {
  if (text !== '') return text
  if (file !== undefined) return readNamedFile(file)
  if (io.input.isTerminal()) io.printError('Write the answer, then press Ctrl-D on an empty line.')
  return await io.input.readRest()
}

async function run(io: CommandIo, opened: Opened, command: Command): Promise<void> {
  const { name, number, by, all } = command
  if (name === 'list') return printList(io, await listWork({ clock }, opened.database, { all }))
  const deps = await proofDeps(io, opened)
  const operator = await prove(deps, { name: by, act: `${name}-case`, subject: number })
  const of = { uncheckedNumber: number, operator }
  if (name === 'show') return printCase(io, await showCase(deps, of))
  const { trackingNumber, status } = await moveCase(deps, {
    ...of,
    move: name,
    ...(await readWords(deps, command, operator)),
    outcome: command.outcome,
    uncheckedNote: command.note,
  })
  io.print(`${trackingNumber} is ${status} now`)
}

function printList(io: CommandIo, cases: Awaited<ReturnType<typeof listWork>>): void {
  for (const { trackingNumber, status, topic, lastFrom, lastAt, clock: due } of cases) {
    const last = lastFrom === 'you' ? 'they wrote' : 'we wrote'
    const words = `${trackingNumber}  ${status.padEnd(11)}  ${topic.padEnd(8)}  ${last} ${lagosTime(lastAt)}`
    io.print(`${words}  ${inWords(due)}`.trimEnd())
  }
  const waiting = cases.filter((each) => each.clock.waitsFor === 'us')
  const overdue = waiting.filter((each) => each.clock.isOverdue).length
  io.print(`${cases.length} shown, ${waiting.length} waiting for an answer, ${overdue} overdue`)
}

function inWords({ answerBy, isOverdue, pausedAt }: ReadClock): string {
  if (pausedAt !== null) return `waiting for them since ${lagosTime(pausedAt)}`
  if (answerBy === null) return ''
  return `${isOverdue ? 'overdue since' : 'answer by'} ${lagosTime(answerBy)}`
}

/** Messages hold no control characters, so their text cannot control a terminal. */
function printCase(io: CommandIo, { payment, messages, pauses, ...of }: ShownCase): void {
  const head = `${of.trackingNumber}  ${of.status}  ${of.topic}  ${lagosTime(of.createdAt)}`
  io.print(`${head}  ${inWords(of.clock)}`.trimEnd())
  const { from } = of
  const name = from.kind === 'user' ? from.name : 'a visitor'
  io.print(`from ${name} (${from.id})${from.kind === 'user' ? '' : ', a visitor who proved their email'}`)
  if (payment !== null) {
    const { title, amountKobo, status, createdAt, reference } = payment
    io.print(`about ${title} ${formatNaira(amountKobo)}, ${status}, ${lagosTime(createdAt)}, reference ${reference}`)
  }
  for (const pause of pauses) {
    io.print(
      `waited for them from ${lagosTime(pause.from)}${pause.until === null ? '' : ` until ${lagosTime(pause.until)}`}`,
    )
  }
  for (const { author, operator, text, at, pictures } of messages) {
    io.print(`\n${author === 'you' ? name : `${operator}, support`}, ${lagosTime(at)}`)
    io.print(text.replaceAll(/^/gm, '  '))
    if (pictures.length > 0) io.print(`  (pictures: ${pictures.length}, shown in the console)`)
  }
}

export const casesCommand = commandOf('cases', main)
await runAsProgram(import.meta.main, casesCommand)
