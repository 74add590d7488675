import { expect, it } from 'vitest'
import { whyNotPublic } from './public-name.ts'

it.each([
  'wallet.example.ng',
  'WALLET.Example.NG',
  'example.ng',
  'a.b-c.example.ng',
  'xn--dmin-moa0i.ng',
  '1.example.ng',
])('%s may lead to somebody', (name) => {
  expect(whyNotPublic(name)).toBeNull()
})

it.each([
  ['203.0.113.10', 'needs a host name, not an IP address'],
  ['[2001:db8::1]', 'needs a host name, not an IP address'],
  ['2001:db8::1', 'needs a host name, not an IP address'],
  ['wallet.example.ng.', 'needs the host name without a dot at its end'],
  ['localhost', 'needs a public host name: none ends in .localhost'],
  ['wallet.local', 'needs a public host name: none ends in .local'],
  ['wallet.home.arpa', 'needs a public host name: none ends in .arpa'],
  ['wallet', 'needs a public host name: "wallet" alone is one of a local network'],
  ['wallet.example.com', 'needs a public host name: wallet.example.com is for documents'],
  ['example.org', 'needs a public host name: example.org is for documents'],
  ['my_wallet.example.ng', 'needs a public host name: my_wallet.example.ng cannot be one'],
  ['-wallet.example.ng', 'needs a public host name: -wallet.example.ng cannot be one'],
  ['wallet..example.ng', 'needs a public host name: wallet..example.ng cannot be one'],
  ['wallet.example.123', 'needs a public host name: wallet.example.123 cannot be one'],
  ['', 'needs a public host name: "" alone is one of a local network'],
])('%s leads to nobody, and it is said why', (name, why) => {
  expect(whyNotPublic(name)).toBe(why)
})
