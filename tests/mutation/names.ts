import { type Mutant, mutantsOf } from './mutant.ts'

const NAMES = [['server/platform/http/own-names.test.ts']]
const LIVE = [['server/platform/config/settings.test.ts'], ['server/platform/config/live.test.ts']]

const ADDRESSES = [['server/platform/http/addresses.test.ts'], ['server/platform/http/own-names.test.ts']]

/** The host names of an installation, and the settings with which live mode starts. */
export const names: readonly Mutant[] = [
  ...mutantsOf('server/platform/http/own-names.ts', NAMES, [
    [
      'any name is served',
      "if (PROBES.has(request.routeOptions.url ?? '') || isFor(hosts, request)) return next()",
      'return next()',
    ],
    ['live mode is opened as localhost too', "mode === 'live' ? []", "mode === 'sandbox' ? []"],
    ['nobody in HTTP/1.0 is somebody', "return raw.httpVersion !== '1.0'\n", 'return true\n'],
    ['the name in the target does not count', '(inTarget === undefined || hosts.has(inTarget.toLowerCase()))', 'true'],
    [
      'the name in the target counts alone',
      'return hosts.has(host.toLowerCase()) && (',
      'return (hosts.has(host.toLowerCase()) || true) && (',
    ],
    ['capitals make another name', 'hosts.has(host.toLowerCase())', 'hosts.has(host)'],
    ['two names are one', '.length < 2', '.length < 3'],
    ['the implied port makes another name', '? [host, `${host}:${protocol ===', '? [host, `${host}.${protocol ==='],
    ['no health check is one', "new Set(['/healthz', '/readyz'])", 'new Set([])'],
    ['every refusal leaves a line', 'if (isWithin(toldMs, LINE_EVERY_MS, nowMs)) return\n', ''],
  ]),
  ...mutantsOf('server/platform/http/addresses.ts', ADDRESSES, [
    ['a name stays before the path', "const path = target.replace(ABSOLUTE_FORM, '')", 'const path = target'],
    ['every spelling is served', 'isPlain && canBeDecoded(address)', 'true'],
    ['a fragment is a part of an address', " && !target.includes('#')", ''],
    ['the spelling decides', 'isOfApi(routeOptions.url ?? url)', "isOfApi(routeOptions.url === '' ? '' : url)"],
  ]),
  ...mutantsOf('server/platform/http/security.ts', NAMES, [
    ['a page elsewhere may', '!origins.has(origin)', 'origin === undefined'],
  ]),
  ...mutantsOf('server/app.ts', NAMES, [['names are not looked at', '  refuseOtherNames(app, deps, headers)\n', '']]),
  ...mutantsOf('server/platform/config/live.ts', LIVE, [
    [
      'nothing is needed',
      '.includes(starter) && !set.has(name)',
      '.includes(starter) && set.has(name) && name.length < 0',
    ],
    ['nothing is refused', 'return why === null ? [] : [`${name}: ${why}`]', 'return why === null ? [] : []'],
    ['what nobody reads is refused', '(readBy === undefined || readBy.includes(starter))', 'true'],
  ]),
  ...mutantsOf('server/platform/config/live-refusals.ts', LIVE, [
    ['another port does', "if (port !== '')", "if (port === 'any')"],
    ['plain http does', "if (protocol !== 'https:')", "if (protocol === 'ftp:')"],
    [
      'any host name does',
      '  return inLive(whyNotPublic(hostname))\n}\n\nexport function whyRefusedLink',
      '  return inLive(hostname === "" ? "" : null)\n}\n\nexport function whyRefusedLink',
    ],
  ]),
  ...mutantsOf(
    'server/platform/config/public-name.ts',
    [['server/platform/config/public-name.test.ts']],
    [
      ['an IP address is a name', '!== 0) return', '=== 9) return'],
      ['a dot at the end is nothing', "if (name.endsWith('.')) return", "if (name === '.') return"],
      ['one label is enough', 'if (labels.length === 1) return', 'if (labels.length === 0) return'],
      ['a name of documents is public', 'if (RESERVED_NAMES.test(name)) return', 'if (name === "") return'],
      ['a reserved ending is public', 'if (RESERVED_ENDINGS.has(ending)) return', 'if (ending === "") return'],
      ['any label is one', 'labels.every((label) => LABEL.test(label))', 'labels.length > 0'],
    ],
  ),
  ...mutantsOf('server/platform/config/proxies.ts', LIVE, [
    ['a range of everybody is a proxy', 'range.bits < WIDEST_BITS[range.family]', 'range.bits < 0'],
    ['nobody is a proxy', "if (ranges.length === 0) return 'live mode", "if (ranges.length < 0) return 'live mode"],
    ['loopback is elsewhere', 'range !== null && !LOOPBACK', 'range !== null || !LOOPBACK'],
  ]),
]
