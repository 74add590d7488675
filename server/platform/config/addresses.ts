import { z } from 'zod'
import { isThisMachine } from '#server/platform/db/connection-security.ts'
import { consoleSettings } from './console.ts'
import { whyRefusedOrigin } from './live-refusals.ts'
import { origin } from './origin.ts'
import { isProxyElsewhere, proxySettings } from './proxies.ts'
import { EVERYBODY, LISTENERS, port, type SettingRows } from './setting.ts'
import { tlsSettings } from './tls.ts'

/** The addresses people open, and where processes listen. */
export const addressSettings = {
  PUBLIC_URL: {
    type: origin,
    sharedWithSandbox: true,
    target: 'publicUrl',
    meaning:
      'The one address users open, without a path; cookies, links, origin checks and passkeys depend on it, and requests for another host name get 421. In sandbox mode `localhost`, `127.0.0.1` and `[::1]` with `PORT` work too; a sandbox opened under another name (a machine’s address, another port of a container) needs this setting. Live mode needs an https address with a public name, for every role.',
    unset: 'in sandbox mode `http://localhost:{PORT}`, `https` with a certificate; in live mode none',
    live: {
      neededBy: EVERYBODY,
      needs: 'the https address that people open, such as https://wallet.example.ng',
      why: 'Cookies, passkeys and links use this name, including links in a worker’s emails. Requests for another name are refused.',
      refuse: whyRefusedOrigin,
      wrong: [
        ...['http://wallet.example.ng', 'https://localhost', 'https://203.0.113.10', 'https://[2001:db8::1]'],
        ...['https://wallet', 'https://wallet.local', 'https://wallet.test', 'https://wallet.internal'],
        ...['https://wallet.example.ng:8443', 'https://wallet.example.ng.', 'https://wallet.example.ng/jara'],
        ...['https://ada:word@wallet.example.ng', 'https://wallet.example.ng?', 'wallet.example.ng'],
      ],
    },
  },
  ...consoleSettings,
  HOST: {
    type: z.string(),
    default: 'localhost',
    target: 'host',
    meaning:
      'Where the app listens; in live mode beyond this machine only if `TRUSTED_PROXIES` has a proxy on another machine.',
    live: {
      readBy: LISTENERS,
      why: 'Only the proxy on this machine can reach it. Another address needs a proxy in `TRUSTED_PROXIES` on another machine.',
      refuse: (host: string, { TRUSTED_PROXIES }: { readonly TRUSTED_PROXIES?: string | undefined }) =>
        isThisMachine(host) || isProxyElsewhere(TRUSTED_PROXIES ?? '')
          ? null
          : 'live mode listens beyond this machine only behind the proxies named in TRUSTED_PROXIES',
      wrong: ['0.0.0.0', '::', '10.0.0.7'],
    },
  },
  PORT: {
    type: port,
    default: '3000',
    sharedWithSandbox: true,
    target: 'port',
    meaning: 'The port it listens on.',
    live: {
      why: 'The proxy uses the same one. A mismatch shows at once: the proxy reaches nothing.',
      wrong: ['0', '65536', 'https'],
    },
  },
  ...proxySettings,
  ...tlsSettings,
  NODE_TLS_REJECT_UNAUTHORIZED: {
    type: z.string(),
    target: null,
    meaning: 'Node’s own switch for accepting any certificate, with `0`. Live mode refuses that.',
    live: {
      why: 'Node checks certificates unless this forbids it.',
      refuse: (value: string) => (value === '0' ? 'live mode checks certificates' : null),
      wrong: ['0'],
    },
  },
} as const satisfies SettingRows
