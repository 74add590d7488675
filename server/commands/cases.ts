import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { CASE_OUTCOMES } from '#contract/console/case-outcomes.ts'
import { formatNaira } from '#contract/money.ts'
import type { Database } from '#server/platform/db/database.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { type CaseMove, listWork, moveCase, type ShownCase, showCase } from '#server/support/operate-cases.ts'
import { readRest } from './ask.ts'
import { DONE, lagosTime, onDatabase, printHelp, runCommand, WHICH_DATABASE } from './command.ts'
import { proofDeps, prove, WHO } from './operator.ts'

const HELP = `npm run cases: the problems that people have reported, for operators.

  npm run cases -- list [--all]                        what waits, the longest wait first; --all: closed ones too
  npm run cases -- show   JR-7K4M-2QXD --by "Ada Obi"  the report with its messages
  npm run cases -- take   JR-7K4M-2QXD --by "Ada Obi"  says that somebody has taken it up
  npm run cases -- answer JR-7K4M-2QXD --by "Ada Obi" "What you found out"
                                                       without a text: --file answer.txt, or the input up to its end
  npm run cases -- close  JR-7K4M-2QXD --by "Ada Obi" --outcome resolved --note "What was done"
                                                       after an answer; outcomes: ${CASE_OUTCOMES.join(', ')}

Your name is kept with everything you do to a report, looking at it included. list asks for no name and keeps none.
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
  all: boolean
}

async function main(): Promise<number> {
  const command = readCommand()
  if (command === null) return printHelp(HELP)
  return await onDatabase('operators', async (database) => {
    await run(database, command)
    return DONE
  })
}

function readCommand(): Command | null {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        by: { type: 'string' },
        file: { type: 'string' },
        outcome: { type: 'string' },
        note: { type: 'string' },
        all: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
    if (values.help === true) return null
    const [name, number = '', ...text] = positionals
    if (!isName(name)) throw new CannotRunError('list, show, take, answer or close?')
    return {
      name,
      number,
      text: text.join(' '),
      by: values.by,
      file: values.file,
      outcome: values.outcome,
      note: values.note,
      all: values.all === true,
    }
  } catch (error) {
    throw new CannotRunError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

function isName(name: string | undefined): name is Command['name'] {
  return name !== undefined && ['list', 'show', 'take', 'answer', 'close'].includes(name)
}

async function readAnswer({ text, file }: Command): Promise<string> {
  if (text !== '') return text
  if (file !== undefined) return fs.readFileSync(file, 'utf8')
  if (process.stdin.isTTY) console.error('Write the answer; end it with Ctrl-D on a line of its own.')
  return await readRest()
}

async function run(database: Database, command: Command): Promise<void> {
  const { name, number, by, all } = command
  if (name === 'list') return printList(await listWork(database, all))
  const deps = await proofDeps(database)
  const operator = await prove(deps, { name: by, act: `${name}-case`, subject: number })
  const of = { uncheckedNumber: number, operator }
  if (name === 'show') return printCase(await showCase(deps, of))
  const uncheckedText = name === 'answer' ? await readAnswer(command) : ''
  const { trackingNumber, status } = await moveCase(deps, {
    ...of,
    move: name,
    uncheckedText,
    outcome: command.outcome,
    uncheckedNote: command.note,
  })
  console.log(`${trackingNumber} is ${status} now`)
}

function printList(cases: Awaited<ReturnType<typeof listWork>>): void {
  for (const { trackingNumber, status, topic, lastFrom, lastAt } of cases) {
    const last = lastFrom === 'you' ? 'they wrote' : 'we wrote'
    console.log(`${trackingNumber}  ${status.padEnd(11)}  ${topic.padEnd(8)}  ${last} ${lagosTime(lastAt)}`)
  }
  const waiting = cases.filter(({ lastFrom, status }) => lastFrom === 'you' && status !== 'closed').length
  console.log(`${cases.length} shown, ${waiting} waiting for an answer`)
}

/** What people wrote holds no control characters, so nothing in it can steer a terminal. */
function printCase({ payment, messages, ...of }: ShownCase): void {
  console.log(`${of.trackingNumber}  ${of.status}  ${of.topic}  ${lagosTime(of.createdAt)}`)
  const { from } = of
  const name = from.kind === 'user' ? from.name : 'a visitor'
  console.log(
    `from ${name} (${from.id})${from.kind === 'user' ? '' : ', who has proved an email and is not signed in'}`,
  )
  if (payment !== null) {
    const { title, amountKobo, status, createdAt, reference } = payment
    console.log(`about ${title} ${formatNaira(amountKobo)}, ${status}, ${lagosTime(createdAt)}, reference ${reference}`)
  }
  for (const { author, operator, text, at } of messages) {
    console.log(`\n${author === 'you' ? name : `${operator}, support`}, ${lagosTime(at)}`)
    console.log(text.replaceAll(/^/gm, '  '))
  }
}

await runCommand('cases', main)
