import fs from 'node:fs'
import { CHANNEL_NAMES, type ChannelName } from '#contract/console/channel-names.ts'
import { SETTING_HOURS } from '#contract/console/limits.ts'
import { orderKind } from '#contract/kinds/kinds.ts'
import { formatNairaShort } from '#contract/money.ts'
import { pausedWhat } from '#contract/pauses.ts'
import type { Deps } from '#server/deps.ts'
import { type OperatorRequest, readRequest } from '#server/identity/operators/requests.ts'
import { channelsInForce } from '#server/installation/settings/channels-in-force.ts'
import {
  endBankNotice,
  foreseeNotice,
  foreseeNoticeEnd,
  listOpenNotices,
  readNotice,
  readOpenNotice,
  requestNotice,
  requestNoticeEnd,
  setBankNotice,
} from '#server/installation/settings/operate-bank-notices.ts'
import {
  foreseeChannels,
  readChannels,
  requestChannels,
  setChannels,
} from '#server/installation/settings/operate-channels.ts'
import {
  foreseeLimits,
  linesOfLimits,
  readLimits,
  requestLimits,
  setLimits,
} from '#server/installation/settings/operate-limits.ts'
import {
  countsOfPause,
  foreseePause,
  foreseeResumption,
  pauseKind,
  readPause,
  requestPause,
  requestResumption,
  resumeKind,
} from '#server/installation/settings/operate-pauses.ts'
import { foreseePrices, readPrices, requestPrices, setPrices } from '#server/installation/settings/operate-prices.ts'
import { limitsInForce } from '#server/payments/limits/limits-in-force.ts'
import { pricesInForce } from '#server/payments/prices/prices-in-force.ts'
import { channelTexts } from '#server/platform/config/channels.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { priceListJson } from '#server/platform/config/prices.ts'
import { CannotRunError } from '#server/platform/errors.ts'
import { EVERYBODY } from '#server/platform/events.ts'
import { readPauses } from '#server/suspension/pauses.ts'
import {
  commandOf,
  DONE,
  lagosTime,
  namesOf,
  onDatabase,
  printHelp,
  readCommand,
  WHICH_DATABASE,
  type Words,
} from './command.ts'
import type { CommandIo } from './io.ts'
import { type CommandDeps, proofDeps, prove, proveFor, tellToConfirm, WHO } from './operator.ts'
import { runAsProgram } from './program.ts'

const NAMES = Object.keys(CHANNEL_NAMES) as readonly ChannelName[]
const optionOf = (name: ChannelName) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const HELP = `npm run settings: bank notices, paused orders, the channels of support and the community, prices and limits.
Two operators change them.

  npm run settings -- list
  npm run settings -- set-notice --bank "OPay" --text "Transfers from OPay arrive some hours late." --source "Jara support"
                                 --hours ${SETTING_HOURS.join('|')} [--from 2026-11-21T14:05] --by "Ada Obi"
  npm run settings -- end-notice bkn_… --by "Ada Obi"
  npm run settings -- pause --kind ${orderKind.options.join('|')} [--service 058] --text "GTBank does not answer."
                                 --hours ${SETTING_HOURS.join('|')} --by "Ada Obi"
                                 no such order is quoted or approved until then; --service: one bank, network or company
  npm run settings -- resume pau_… --by "Ada Obi"
  npm run settings -- set-channels [--from 2026-11-21T14:05] --by "Ada Obi"
${NAMES.map((name) => `                                 [--${optionOf(name)} …]`).join('\n')}
                                 channels not named stay; an empty one is removed
  npm run settings -- prices > prices.json             the prices in force, as JSON
  npm run settings -- set-prices --file prices.json [--from 2026-11-21T14:05] --by "Ada Obi"
  npm run settings -- set-limits [--daily 300000] [--per-bpc 200000] [--max 2000000] [--from 2026-11-21T14:05] --by "Ada Obi"
                                 naira that can leave a wallet in a day: without a BPC, what each adds, and at most;
                                 limits not named stay
  npm run settings -- confirm orq_… --by "Bayo Ade"     another operator, who first reads it word for word

Times are in Lagos. Until there is a version, channels and prices come from the app's settings, so set those here too.

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
    else await COMMANDS[name](await proofDeps(io, opened), words)
    return DONE
  })
}

const ACTS = [
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

async function setNotice(deps: CommandDeps, { values }: Typed): Promise<void> {
  const unchecked = {
    uncheckedBank: values.bank ?? '',
    uncheckedMeaning: values.text ?? '',
    uncheckedSource: values.source ?? '',
    uncheckedHours: values.hours ?? '',
    uncheckedFrom: values.from ?? '',
  }
  deps.io.print(...(await foreseeNotice(deps, readNotice(deps, unchecked))))
  const by = await prove(deps, { name: values.by, act: 'set-bank-notice' })
  tellToConfirm(deps.io, 'settings', await requestNotice(deps, { ...unchecked, by }))
}

async function endNotice(deps: CommandDeps, { values, positionals }: Typed): Promise<void> {
  const [, uncheckedId = ''] = positionals
  deps.io.print(...foreseeNoticeEnd(await readOpenNotice(deps.database, uncheckedId, deps.clock.now())))
  const by = await prove(deps, { name: values.by, act: 'end-bank-notice', subject: uncheckedId })
  tellToConfirm(deps.io, 'settings', await requestNoticeEnd(deps, { uncheckedId, by }))
}

async function pause(deps: CommandDeps, { values }: Typed): Promise<void> {
  const unchecked = {
    uncheckedKind: values.kind ?? '',
    uncheckedService: values.service ?? '',
    uncheckedReason: values.text ?? '',
    uncheckedHours: values.hours ?? '',
  }
  const content = await readPause(deps, unchecked)
  deps.io.print(...(await sayPause(deps, content)))
  const by = await prove(deps, { name: values.by, act: 'pause-kind' })
  tellToConfirm(deps.io, 'settings', await requestPause(deps, { ...unchecked, by }))
}

async function sayPause(deps: CommandDeps, content: OperatorRequest['content']): Promise<string[]> {
  const counts = await countsOfPause(deps, content)
  return [...(await foreseePause(deps, content)), ...counts.map(({ label, value }) => `${label}: ${value}`)]
}

async function resume(deps: CommandDeps, { values, positionals }: Typed): Promise<void> {
  const [, uncheckedId = ''] = positionals
  deps.io.print(...(await foreseeResumption(deps, uncheckedId)))
  const by = await prove(deps, { name: values.by, act: 'resume-kind', subject: uncheckedId })
  tellToConfirm(deps.io, 'settings', await requestResumption(deps, { uncheckedId, by }))
}

async function proposeChannels(proof: CommandDeps, { values }: Typed): Promise<void> {
  const deps = { ...proof, config: configOf(proof.io) }
  const given = NAMES.flatMap((name) => {
    const text = (values as Words['values'])[optionOf(name)]
    return text === undefined ? [] : [[name, text]]
  })
  const uncheckedTexts = { ...channelTexts(await channelsInForce(deps)), ...Object.fromEntries(given) }
  const unchecked = { uncheckedTexts, uncheckedFrom: values.from ?? '' }
  deps.io.print(...(await foreseeChannels(deps, await readChannels(deps, unchecked))))
  const by = await prove(deps, { name: values.by, act: 'set-channels' })
  tellToConfirm(deps.io, 'settings', await requestChannels(deps, { ...unchecked, by }))
}

async function printPrices(io: CommandIo, deps: Pick<Deps, 'clock' | 'config' | 'database'>): Promise<void> {
  io.print(JSON.stringify(priceListJson(await pricesInForce(deps)), null, 2))
}

async function proposePrices(proof: CommandDeps, { values }: Typed): Promise<void> {
  const deps = { ...proof, config: configOf(proof.io) }
  if (values.file === undefined) throw new CannotRunError('which prices? --file prices.json')
  const unchecked = { uncheckedList: fs.readFileSync(values.file, 'utf8'), uncheckedFrom: values.from ?? '' }
  deps.io.print(...(await foreseePrices(deps, await readPrices(deps, unchecked))))
  const by = await prove(deps, { name: values.by, act: 'set-prices' })
  tellToConfirm(deps.io, 'settings', await requestPrices(deps, { ...unchecked, by }))
}

async function proposeLimits(proof: CommandDeps, { values }: Typed): Promise<void> {
  const deps = { ...proof, config: configOf(proof.io) }
  const { dailyKobo, perBpcKobo, maxKobo } = await limitsInForce(deps)
  const unchecked = {
    uncheckedDaily: values.daily ?? formatNairaShort(dailyKobo),
    uncheckedPerBpc: values['per-bpc'] ?? formatNairaShort(perBpcKobo),
    uncheckedMax: values.max ?? formatNairaShort(maxKobo),
    uncheckedFrom: values.from ?? '',
  }
  deps.io.print(...(await foreseeLimits(deps, await readLimits(deps, unchecked))))
  const by = await prove(deps, { name: values.by, act: 'set-limits' })
  tellToConfirm(deps.io, 'settings', await requestLimits(deps, { ...unchecked, by }))
}

async function confirm(deps: CommandDeps, { values, positionals }: Typed): Promise<void> {
  const request = await readRequest(deps, positionals[1] ?? '', ACTS)
  deps.io.print(...(await foresee(deps, request)))
  const by = await proveFor(deps, { name: values.by, request })
  if (request.act === 'set-bank-notice') await setBankNotice(deps, { request, by })
  else if (request.act === 'end-bank-notice') await endBankNotice(deps, { request, by })
  else if (request.act === 'pause-kind') await pauseKind(deps, { request, by })
  else if (request.act === 'resume-kind') await resumeKind(deps, { request, by })
  else if (request.act === 'set-prices') await setPrices(deps, { request, by })
  else if (request.act === 'set-limits') await setLimits(deps, { request, by })
  else await setChannels(deps, { request, by })
  deps.events.publish(EVERYBODY, { topics: ['installation'] })
  deps.io.print('done')
}

async function foresee(deps: CommandDeps, { act, subject, content }: OperatorRequest): Promise<string[]> {
  if (act === 'set-bank-notice') return await foreseeNotice(deps, content)
  if (act === 'pause-kind') return await sayPause(deps, content)
  if (act === 'resume-kind') return await foreseeResumption(deps, subject)
  if (act === 'set-prices') return await foreseePrices({ ...deps, config: configOf(deps.io) }, content)
  if (act === 'set-limits') return await foreseeLimits({ ...deps, config: configOf(deps.io) }, content)
  if (act === 'set-channels') return await foreseeChannels({ ...deps, config: configOf(deps.io) }, content)
  return foreseeNoticeEnd(await readOpenNotice(deps.database, subject, deps.clock.now()))
}

export const settingsCommand = commandOf('settings', main)
await runAsProgram(import.meta.main, settingsCommand)
