import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { run } from '#tests/support/processes.ts'
import { DeadLinkError, isPublicAddress, refuseDeadLinks } from './link-check.ts'

/** An outside page: its path is the status it returns. */
let elsewhere: http.Server
let asked: string[]
let warned: string[]
const log = { warn: (of: unknown) => void warned.push((of as { variable: string }).variable) }

beforeAll(async () => {
  elsewhere = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const status = Number(/\d+/.exec(request.url ?? '')?.[0])
    if (request.url === '/silence') return
    if (request.url === '/moved') response.writeHead(302, { location: '/404' }).end()
    else if (request.url === '/around') response.writeHead(302, { location: '/around' }).end()
    else if (request.url === '/elsewhere') response.writeHead(302, { location: 'http://127.0.0.2:9/404' }).end()
    else if (request.url === '/secure') response.writeHead(302, { location: 'https://127.0.0.3:9/404' }).end()
    else response.writeHead(status).end('page')
  })
  elsewhere.listen(0, 'localhost')
  await once(elsewhere, 'listening')
})
afterAll(() => {
  elsewhere.closeAllConnections()
  elsewhere.close()
})
beforeEach(() => {
  asked = []
  warned = []
})

const at = (path: string) => `http://localhost:${(elsewhere.address() as AddressInfo).port}${path}`
const link = (url: string, variable = 'COMMUNITY_CHAT_URL') => ({ variable, url })
/** A name that no server in the world may have (RFC 6761). */
const NOWHERE = 'https://nothing.invalid/room'

it.each([404, 410])('a page that answers %d stops the start, and the variable is named', async (status) => {
  const links = [link(at('/200'), 'SUPPORT_LIVE_CHAT_URL'), link(at(`/${status}`))]
  const checked = refuseDeadLinks(links, log)
  await expect(checked).rejects.toThrow(DeadLinkError)
  await expect(checked).rejects.toThrow(/^COMMUNITY_CHAT_URL: http.* is not there \(404 or 410\)\n.*LINK_CHECK=off/)
  await expect(checked).rejects.not.toThrow(/SUPPORT_LIVE_CHAT_URL/)
})

it('a page that leads to one that is not there stops the start', async () => {
  await expect(refuseDeadLinks([link(at('/moved'))], log)).rejects.toThrow(DeadLinkError)
})

it('a page that leads in a circle is left after five times, with a warning', async () => {
  await refuseDeadLinks([link(at('/around'))], log)
  expect(asked).toEqual(Array(6).fill('GET /around'))
  expect(warned).toEqual(['COMMUNITY_CHAT_URL'])
})

it('a page that leads to another protocol is not followed', async () => {
  const judged: string[] = []
  await refuseDeadLinks([link(at('/secure'))], log, { mayAsk: (address) => judged.push(address) > 0 })
  expect([asked, warned]).toEqual([['GET /secure'], ['COMMUNITY_CHAT_URL']])
  expect(judged).not.toContain('127.0.0.3')
})

it('no address is asked that may not be, neither at first nor where a page leads, by name or by number', async () => {
  const links = [link(at('/404')), link(at('/404').replace('localhost', '127.0.0.1')), link('http://[::1]:9/404')]
  await refuseDeadLinks(links, log, { mayAsk: isPublicAddress })
  expect([asked, warned]).toEqual([[], Array(3).fill('COMMUNITY_CHAT_URL')])

  warned = []
  const judged: string[] = []
  const mayAsk = (address: string) => judged.push(address) > 0 && address !== '127.0.0.2'
  await refuseDeadLinks([link(at('/elsewhere'))], log, { mayAsk })
  expect([asked, warned]).toEqual([['GET /elsewhere'], ['COMMUNITY_CHAT_URL']])
  expect(judged.at(-1)).toBe('127.0.0.2')
})

it.each(['8.8.8.8', '102.89.1.1', '172.32.0.1', '2606:4700::1111'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it.each([
  ...[
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
  ],
  ...[
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ],
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it('every dead link is named at once', async () => {
  const links = [link(at('/404'), 'COMMUNITY_TELEGRAM_URL'), link(at('/410'), 'COMMUNITY_WHATSAPP_URL')]
  await expect(refuseDeadLinks(links, log)).rejects.toThrow(/COMMUNITY_TELEGRAM_URL: .*\n.*COMMUNITY_WHATSAPP_URL: /)
})

it.each([200, 301, 403, 429, 500, 503])('a page that answers %d is there, and was asked for once', async (status) => {
  await refuseDeadLinks([link(at(`/${status}`))], log)
  expect(asked).toEqual([`GET /${status}`])
  expect(warned).toEqual([])
})

it('a host name that does not exist stops the start when another one does', async () => {
  const checked = refuseDeadLinks([link(NOWHERE)], log, { knownHosts: ['localhost'] })
  await expect(checked).rejects.toThrow(/^COMMUNITY_CHAT_URL: https:\/\/nothing\.invalid\/room leads to a host name/)
})

it('the host of another link is proof of a network as well', async () => {
  const links = [link(NOWHERE), link(at('/200'), 'SUPPORT_LIVE_CHAT_URL')]
  await expect(refuseDeadLinks(links, log, { knownHosts: [] })).rejects.toThrow(/^COMMUNITY_CHAT_URL: /)
})

it('without a network, where no host is found, a start continues with a warning', async () => {
  await refuseDeadLinks([link(NOWHERE)], log, { knownHosts: ['also-nothing.invalid'] })
  expect(warned).toEqual(['COMMUNITY_CHAT_URL'])
})

it('a host that takes no connections lets the start go on with a warning', async () => {
  await refuseDeadLinks([link(`http://localhost:${await freePort()}/`)], log)
  expect(warned).toEqual(['COMMUNITY_CHAT_URL'])
})

it('pages that never answer hold the start up only for the one time they share', async () => {
  const silent = net.createServer().listen(0, 'localhost')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const links = [
    link(`http://localhost:${port}/`, 'SUPPORT_TELEGRAM_URL'),
    link(at('/silence'), 'SUPPORT_LIVE_CHAT_URL'),
    link(at('/200')),
  ]
  const startedMs = performance.now()
  await refuseDeadLinks(links, log, { timeoutMs: 300 })
  expect(performance.now() - startedMs).toBeLessThan(2_000)
  expect(warned).toEqual(['SUPPORT_TELEGRAM_URL', 'SUPPORT_LIVE_CHAT_URL'])
  silent.close()
})

it('no link set asks nobody', async () => {
  await refuseDeadLinks([], log)
  expect(asked).toEqual([])
})

/** Stubs node:https in the started process, so that the outside world answers as the test says. */
const everyPageIs = (status: number) =>
  `--import data:text/javascript,${encodeURIComponent(
    `import https from 'node:https'
    https.get = (address, options, answered) => {
      answered({ statusCode: ${status}, headers: {}, destroy() {} })
      return { on() {} }
    }`,
  )}`

it('a start with a dead link ends with code 1 and one sentence before anything is opened', async () => {
  const start = run('server/main.ts', {
    DATA_DIR: '/nowhere/at/all',
    SUPPORT_TELEGRAM_URL: 'https://t.me/jara_gone',
    NODE_OPTIONS: everyPageIs(404),
  })
  expect(await start.ended).toBe(1)
  expect(start.output()).toMatch(
    /^The settings are not right:\nSUPPORT_TELEGRAM_URL: https:\/\/t\.me\/jara_gone is not/,
  )
})

it.each([
  ['switched off', { LINK_CHECK: 'off' }],
  ['a worker, which shows no links', { JARA_ROLE: 'worker' }],
])('a start whose check is %s does not ask', async (_, settings) => {
  const start = run('server/main.ts', {
    // This folder cannot be created, so the start gets as far as the database.
    DATA_DIR: '/dev/null/nowhere',
    SUPPORT_TELEGRAM_URL: 'https://t.me/jara_gone',
    NODE_OPTIONS: everyPageIs(404),
    ...settings,
  })
  expect(await start.ended).toBe(1)
  expect(start.output()).toContain('/dev/null/nowhere')
  expect(start.output()).not.toContain('SUPPORT_TELEGRAM_URL')
})
