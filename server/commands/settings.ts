import type { Fields } from '#contract/acts/act.ts'
import { CHANNEL_NAMES, type ChannelName } from '#contract/console/channel-names.ts'
import { SETTING_HOURS } from '#contract/console/limits.ts'
import { orderKind } from '#contract/kinds/kinds.ts'
import { formatNairaShort } from '#contract/money.ts'
import { pausedWhat } from '#contract/pauses.ts'
import type { Act, Description, Preview, Unchecked } from '#server/acts/act.ts'
import { endBankNoticeAct } from '#server/acts/end-bank-notice.ts'
import { pauseKindAct } from '#server/acts/pause-kind.ts'
import { resumeKindAct } from '#server/acts/resume-kind.ts'
import { setBankNoticeAct } from '#server/acts/set-bank-notice.ts'
import { setChannelsAct } from '#server/acts/set-channels.ts'
import { setLimitsAct } from '#server/acts/set-limits.ts'
import { setPricesAct } from '#server/acts/set-prices.ts'
import type { Deps } from '#server/deps.ts'
import { channelsInForce } from '#server/installation/settings/channels-in-force.ts'
import { listOpenNotices } from '#server/installation/settings/operate-bank-notices.ts'
import { linesOfLimits } from '#server/installation/settings/operate-limits.ts'
import { limitsInForce } from '#server/payments/limits/limits-in-force.ts'
import { pricesInForce } from '#server/payments/prices/prices-in-force.ts'
import { channelTexts } from '#server/platform/config/channels.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { priceListJson } from '#server/platform/config/prices.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { readPauses } from '#server/suspension/pauses.ts'
import {
  commandOf,
  DONE,
  lagosTime,
  namesOf,
  onDatabase,
  printHelp,
  readCommand,
  readNamedFile,
  WHICH_DATABASE,
  type Words,
} from './command.ts'
import type { CommandIo } from './io.ts'
import { proofDeps, WHO } from './operator.ts'
import { productDeps } from './product-deps.ts'
import { runAsProgram } from './program.ts'
import { askFor, confirmHere, linesOfDetails, type TwoDeps } from './two-operators.ts'

const NAMES = Object.keys(CHANNEL_NAMES) as readonly ChannelName[]
const optionOf = (name: ChannelName) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const HELP = `npm run settings: bank notices, pauses, support and community channels, prices and limits.
Two operators change them.

  npm run settings -- list
  npm run settings -- set-notice --bank "OPay" --text "Transfers from OPay arrive some hours late." --source "Jara support"
                                 --hours ${SETTING_HOURS.join('|')} [--from 2026-11-21T14:05] --by "Ada Obi"
  npm run settings -- end-notice bkn_… --by "Ada Obi"
  npm run settings -- pause --kind ${orderKind.options.join('|')} [--service 058] --text "GTBank does not answer."
                                 --hours ${SETTING_HOURS.join('|')} --by "Ada Obi"
                                 until then no such order is quoted or approved; --service: one bank, network or company
  npm run settings -- resume pau_… --by "Ada Obi"
  npm run settings -- set-channels [--from 2026-11-21T14:05] --by "Ada Obi"
${NAMES.map((name) => `                                 [--${optionOf(name)} …]`).join('\n')}
                                 other channels stay; an empty one is removed
  npm run settings -- prices > prices.json             the prices in force, as JSON
  npm run settings -- set-prices --file prices.json [--from 2026-11-21T14:05] --by "Ada Obi"
  npm run settings -- set-limits [--daily 300000] [--per-bpc 200000] [--max 2000000] [--from 2026-11-21T14:05] --by "Ada Obi"
                                 naira that can leave a wallet in a day: without a BPC, added per BPC, and at most;
                                 other limits stay
  npm run settings -- confirm orq_… --by "Bayo Ade"     another operator, who first reads it word for word

Times are in Lagos. Before the first version, channels and prices come from the app's settings, so set those here too.

${WHO}

${WHICH_DATABASE}`

const OPTIONS = [
  'by',
  'bank',
  'daily',
  'file',
  'kind',
  'max',
  'per-bpc',
  'service',
  'text',
  'source',
  'hours',
  'from',
] as const
type Typed = Words<(typeof OPTIONS)[number]>

const COMMANDS = {
  'set-notice': setNotice,
  'end-notice': endNotice,
  pause,
  resume,
  'set-channels': proposeChannels,
  'set-prices': proposePrices,
  'set-limits': proposeLimits,
  confirm,
} as const

async function main(io: CommandIo): Promise<number> {
  const names = ['list', 'prices', ...namesOf(COMMANDS)] as const
  const read = readCommand(io, { names, options: [...OPTIONS, ...NAMES.map(optionOf)], help: HELP })
  if (read === null) return printHelp(io, HELP)
  const { name, words } = read
  return await onDatabase(io, 'limit_versions', async (opened) => {
    const deps = { ...opened, clock: CLOCK }
    if (name === 'list') await list(io, { ...deps, config: configOf(io) })
    else if (name === 'prices') await printPrices(io, { ...deps, config: configOf(io) })
    else await COMMANDS[name](productDeps(io, await proofDeps(io, opened)), words)
    return DONE
  })
}

const ACTS_HERE = [
  'set-bank-notice',
  'end-bank-notice',
  'pause-kind',
  'resume-kind',
  'set-channels',
  'set-prices',
  'set-limits',
] as const
const CLOCK = { now: () => new Date() }
const configOf = ({ env }: CommandIo) => readConfig(env, { listens: false })

async function list(io: CommandIo, deps: Pick<Deps, 'clock' | 'config' | 'database'>): Promise<void> {
  for (const notice of await listOpenNotices(deps.database, deps.clock.now())) {
    const { id, bank, source, meaning, startsAt, expiresAt, setBy, confirmedBy } = notice
    io.print(`${id}  ${lagosTime(startsAt)} to ${lagosTime(expiresAt)}, by ${setBy} and ${confirmedBy}`)
    io.print(`    ${bank}: ${meaning} (${source})`)
  }
  for (const each of await readPauses(deps.database, deps.clock.now())) {
    io.print(`${each.id}  paused until ${lagosTime(each.endsAt)}, by ${each.setBy} and ${each.confirmedBy}`)
    io.print(`    ${pausedWhat(each)}: ${each.reason}`)
  }
  const texts = channelTexts(await channelsInForce(deps))
  for (const name of NAMES) io.print(`--${optionOf(name)}  ${texts[name] || '(none)'}`)
  for (const { what, price } of linesOfLimits(await limitsInForce(deps))) io.print(`${what}: ${price}`)
}

async function setNotice(deps: TwoDeps, { values }: Typed): Promise<void> {
  const { bank = '', text = '', source = '', hours = '', from = '' } = values
  await ask(deps, { act: setBankNoticeAct, asked: { bank, meaning: text, source, hours, from }, by: values.by })
}

async function endNotice(deps: TwoDeps, { values, positionals }: Typed): Promise<void> {
  await ask(deps, { act: endBankNoticeAct, asked: { notice: positionals[1] ?? '' }, by: values.by })
}

async function pause(deps: TwoDeps, { values }: Typed): Promise<void> {
  const { kind = '', service = '', text = '', hours = '' } = values
  await ask(deps, { act: pauseKindAct, asked: { kind, service, reason: text, hours }, by: values.by })
}

async function resume(deps: TwoDeps, { values, positionals }: Typed): Promise<void> {
  await ask(deps, { act: resumeKindAct, asked: { pause: positionals[1] ?? '' }, by: values.by })
}

async function proposeChannels(deps: TwoDeps, { values }: Typed): Promise<void> {
  const given = NAMES.flatMap((name) => {
    const text = (values as Words['values'])[optionOf(name)]
    return text === undefined ? [] : [[name, text]]
  })
  const texts = { ...channelTexts(await channelsInForce(deps)), ...Object.fromEntries(given) }
  await ask(deps, { act: setChannelsAct, asked: { ...texts, from: values.from ?? '' }, by: values.by })
}

async function printPrices(io: CommandIo, deps: Pick<Deps, 'clock' | 'config' | 'database'>): Promise<void> {
  io.print(JSON.stringify(priceListJson(await pricesInForce(deps)), null, 2))
}

async function proposePrices(deps: TwoDeps, { values }: Typed): Promise<void> {
  if (values.file === undefined) throw new CannotRunError('which prices? --file prices.json')
  const asked = { list: readNamedFile(values.file), from: values.from ?? '' }
  await ask(deps, { act: setPricesAct, asked, by: values.by })
}

async function proposeLimits(deps: TwoDeps, { values }: Typed): Promise<void> {
  const { dailyKobo, perBpcKobo, maxKobo } = await limitsInForce(deps)
  const asked = {
    daily: values.daily ?? formatNairaShort(dailyKobo),
    perBpc: values['per-bpc'] ?? formatNairaShort(perBpcKobo),
    max: values.max ?? formatNairaShort(maxKobo),
    from: values.from ?? '',
  }
  await ask(deps, { act: setLimitsAct, asked, by: values.by })
}

/** Prints the request before asking for the passphrase. */
async function ask<Asks extends Fields>(
  deps: TwoDeps,
  of: { readonly act: Act<Asks>; readonly asked: Unchecked<Asks>; readonly by: string | undefined },
): Promise<void> {
  const shows = async ({ effects, details }: Description) => [...effects, ...linesOfDetails((await details?.()) ?? [])]
  await askFor(deps, { ...of, command: 'settings', shows })
}

async function confirm(deps: TwoDeps, { values, positionals }: Typed): Promise<void> {
  const shows = ({ effects, details }: Preview) => [...effects, ...linesOfDetails(details)]
  await confirmHere(deps, { id: positionals[1] ?? '', acts: ACTS_HERE, by: values.by, shows })
}

export const settingsCommand = commandOf('settings', main)
await runAsProgram(import.meta.main, settingsCommand)
