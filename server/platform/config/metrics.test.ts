import { describe, expect, it } from 'vitest'
import { LIVE_SETTINGS } from '#tests/support/live-settings.ts'
import { readConfig } from './config.ts'

describe('METRICS_ADDRESS', () => {
  it.each([
    ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464 }],
    ['localhost:9464', { host: 'localhost', port: 9464 }],
    ['[::1]:9464', { host: '::1', port: 9464 }],
    ['[fd00::7]:65535', { host: 'fd00::7', port: 65_535 }],
  ])('%s is where metrics are served', (METRICS_ADDRESS, address) => {
    expect(readConfig({ METRICS_ADDRESS }).metrics).toEqual(address)
  })

  it('left out or empty, none are served', () => {
    for (const env of [{}, { METRICS_ADDRESS: '' }]) expect(readConfig(env).metrics).toBeNull()
  })

  it.each([
    '9464',
    ':9464',
    '127.0.0.1',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    '::1:9464',
    '[127.0.0.1]:9464',
    'app1.internal:9464',
  ])('%s is refused in any mode: a number and a port, so that it is clear who can reach it', (METRICS_ADDRESS) => {
    expect(() => readConfig({ METRICS_ADDRESS })).toThrow(/^METRICS_ADDRESS: an IP address or localhost/)
  })
})

describe('METRICS_ADDRESS in live mode', () => {
  const start = (settings: Record<string, string>) =>
    readConfig({ ...LIVE_SETTINGS, JARA_ROLE: 'worker', ...settings }).metrics

  it.each(['127.0.0.1:9464', 'localhost:9464', '10.0.0.7:9464', '192.168.1.4:9464', '[::1]:9464', '[fd00::7]:9464'])(
    '%s is internal',
    (METRICS_ADDRESS) => {
      expect(start({ METRICS_ADDRESS })).not.toBeNull()
    },
  )

  it.each([
    '0.0.0.0:9464',
    '[::]:9464',
    '[0::0]:9464',
    '[::ffff:0.0.0.0]:9464',
    '198.41.0.4:9464',
    '[2a00:1450::1]:9464',
  ])('%s may be reached by anybody: refused unless METRICS_PUBLIC=on', (METRICS_ADDRESS) => {
    expect(() => start({ METRICS_ADDRESS })).toThrow(/^METRICS_ADDRESS: live mode shows metrics on an internal address/)
    expect(start({ METRICS_ADDRESS, METRICS_PUBLIC: 'on' })).not.toBeNull()
  })
})
