import { parseArgs } from 'node:util'
import { findSecret, placeFromEnvironment } from '#server/platform/backups/installation.ts'
import { keysFrom } from '#server/platform/crypto/keys.ts'
import { countByKeys, type MadeWith } from '#server/platform/crypto/secret-change.ts'
import { refuseOtherSecret, secretDueSince } from '#server/platform/crypto/secret-check.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { clock, commandOf, DONE, lagosTime, onDatabase, printHelp, WHICH_DATABASE } from './command.ts'
import type { CommandIo } from './io.ts'
import { runAsProgram } from './program.ts'

const HELP = `npm run secret: how much still depends on a former secret. Changes nothing.

  npm run secret -- status

JARA_SECRET, or secret.key in DATA_DIR, is the current one. During a change, keep JARA_SECRET_BEFORE set in the app until
nothing is sealed with the former secret and you accept what is reported about the rest.

${WHICH_DATABASE}`

async function main(io: CommandIo): Promise<number> {
  if (!isStatus(io)) return printHelp(io, HELP)
  const secret = findSecret(io.env, placeFromEnvironment(io.env))
  if (secret === null) throw new CannotRunError('there is no secret: set JARA_SECRET, or DATA_DIR to its folder')
  return await onDatabase(io, 'secret_check', async ({ database }) => {
    await refuseOtherSecret(database, secret)
    printStatus(io, await countByKeys(database), keysFrom(secret).id)
    const since = await secretDueSince(database, clock.now())
    if (since !== null)
      io.print(`The secret has not changed since ${lagosTime(since)}, for more than a year: change it.`)
    return DONE
  })
}

function isStatus({ args }: CommandIo): boolean {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { type: 'boolean' } },
    })
    if (values.help === true) return false
    const [word = 'status', ...more] = positionals
    if (word !== 'status' || more.length > 0) throw new CannotRunError('status?')
    return true
  } catch (error) {
    throw new CannotRunError(`${error instanceof Error ? error.message : error}\n\n${HELP}`)
  }
}

function printStatus(io: CommandIo, counts: readonly MadeWith[], present: string): void {
  for (const of of counts) {
    const name = of.keys === present || of.keys === null ? 'the current secret' : 'a former secret'
    const { passwords, pins, recoveryCodes, operators, boxes } = of
    io.print(
      `${name} (${of.keys ?? 'not named'}): ${passwords} passwords, ${pins} PINs, ${recoveryCodes} unused recovery codes, ${boxes} sealed codes, apps and emails, ${operators} passphrases of operators`,
    )
  }
  const former = counts.filter(({ keys }) => keys !== present && keys !== null)
  const sum = (of: 'passwords' | 'pins' | 'recoveryCodes' | 'operators' | 'boxes') =>
    former.reduce((total, each) => total + each[of], 0)
  if (former.length === 0) {
    io.print('Nothing depends on a former secret: JARA_SECRET_BEFORE is not needed.')
    return
  }
  if (sum('boxes') > 0) {
    io.print('JARA_SECRET_BEFORE is needed: Jara does not start without it. A worker re-encrypts them automatically.')
    return
  }
  io.print(
    `Without JARA_SECRET_BEFORE ${sum('passwords')} people must reset their password by email, ${sum('pins')} must set a new PIN after a full sign-in, and ${sum('recoveryCodes')} recovery codes stop working, as do the freeze links of earlier emails. ${sum('operators')} operators cannot prove who they are unless each does so once before that.`,
  )
}

export const secretCommand = commandOf('secret', main)
await runAsProgram(import.meta.main, secretCommand)
