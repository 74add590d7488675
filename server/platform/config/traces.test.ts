import { describe, expect, it } from 'vitest'
import { LIVE_SETTINGS } from '#tests/support/live-settings.ts'
import { readConfig } from './config.ts'

const HERE = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }

describe('OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it.each([
    ['http://127.0.0.1:4318', 'http://127.0.0.1:4318/v1/traces'],
    ['http://127.0.0.1:4318/', 'http://127.0.0.1:4318/v1/traces'],
    ['https://otlp.example.ng/otlp', 'https://otlp.example.ng/otlp/v1/traces'],
    ['http://[fd00::7]:4318', 'http://[fd00::7]:4318/v1/traces'],
  ])('%s takes traces at %s', (OTEL_EXPORTER_OTLP_ENDPOINT, url) => {
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toEqual({ url, headers: {} })
  })

  it('left out or empty, nothing is traced', () => {
    for (const env of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: '' }]) expect(readConfig(env).traces).toBeNull()
  })

  it.each(['127.0.0.1:4318', 'grpc://127.0.0.1:4317', 'http://a:b@127.0.0.1:4318', 'http://127.0.0.1:4318/?key=1'])(
    '%s is refused',
    (OTEL_EXPORTER_OTLP_ENDPOINT) => {
      expect(() => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT })).toThrow(
        /^OTEL_EXPORTER_OTLP_ENDPOINT: an http or https/,
      )
    },
  )
})

describe('OTEL_EXPORTER_OTLP_HEADERS', () => {
  it('are names and percent-encoded values', () => {
    const OTEL_EXPORTER_OTLP_HEADERS = 'Authorization=Bearer%20abc=, x-tenant = jara%2C%20ng ,'
    expect(readConfig({ ...HERE, OTEL_EXPORTER_OTLP_HEADERS }).traces?.headers).toEqual({
      authorization: 'Bearer abc=',
      'x-tenant': 'jara, ng',
    })
  })

  it.each([
    'a-key',
    'a key=1',
    'x=',
    'x=%0d%0ahost: else',
    'x=%E2%82%A6',
    'x=%',
    'host=else',
    'Content-Type=text/plain',
  ])('%s is refused, and not repeated', (OTEL_EXPORTER_OTLP_HEADERS) => {
    expect(() => readConfig({ ...HERE, OTEL_EXPORTER_OTLP_HEADERS })).toThrow(
      /^OTEL_EXPORTER_OTLP_HEADERS: name=value,name=value is needed, values percent-encoded$/,
    )
  })

  it('without an endpoint are refused', () => {
    expect(() => readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'x=y' })).toThrow(/set that too/)
  })
})

describe('OTEL_EXPORTER_OTLP_ENDPOINT in live mode', () => {
  const start = (OTEL_EXPORTER_OTLP_ENDPOINT: string) =>
    readConfig({ ...LIVE_SETTINGS, JARA_ROLE: 'worker', OTEL_EXPORTER_OTLP_ENDPOINT }).traces

  it.each([
    ...['https://otlp.example.ng', 'http://localhost:4318', 'http://127.0.0.1:4318', 'http://10.0.0.7:4318'],
    ...['http://[::1]:4318', 'http://[fd00::7]:4318'],
  ])('%s is accepted: nobody on the way can read it', (endpoint) => {
    expect(start(endpoint)).not.toBeNull()
  })

  it.each(['http://otlp.example.ng', 'http://collector:4318', 'http://198.41.0.4:4318', 'http://[2a00:1450::1]:4318'])(
    '%s is refused: it could be read on the way',
    (endpoint) => {
      expect(() => start(endpoint)).toThrow(/^OTEL_EXPORTER_OTLP_ENDPOINT: live mode needs an https address/)
    },
  )
})
