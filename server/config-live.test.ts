import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const LIVE = {
  JARA_MODE: 'live',
  DATABASE_URL: 'postgres://jara@localhost/jara',
  JARA_SECRET: 'a1'.repeat(32),
  PAYSTACK_SECRET_KEY: 'sk_live_0123456789',
  VTPASS_API_KEY: 'a-key-of-their-own',
  VTPASS_PUBLIC_KEY: 'PK_of_their_own',
  VTPASS_SECRET_KEY: 'SK_of_their_own',
  VTPASS_CALLBACK_SECRET: 'a-callback-of-their-own',
  PUBLIC_URL: 'https://wallet.example.ng',
}

describe('live mode', () => {
  it.each([
    'postgres://jara@localhost/jara',
    'postgres://jara@127.0.0.1:5433/jara',
    'postgres://jara@[::1]/jara',
    'postgresql:///jara?host=/run/postgresql',
    'postgres://jara@db.example.ng/jara?sslmode=verify-full&sslrootcert=/etc/ca.pem',
  ])('takes a database on this machine, or one whose certificate is checked: %s', (url) => {
    expect(readConfig({ ...LIVE, DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it.each([
    'postgres://jara@db.example.ng/jara',
    'postgres://jara@10.0.0.5/jara?sslmode=disable',
    'postgres://jara@db.example.ng/jara?sslmode=prefer',
    'postgres://jara@db.example.ng/jara?sslmode=no-verify',
    'postgres://jara@db.example.ng/jara?sslmode=require',
    'postgres://jara@localhost.example.ng/jara',
    'postgres://jara@127.example.ng/jara',
    'postgres://jara@localhost/jara?host=db.example.ng',
    'postgres://jara@db.example.ng/jara?sslmode=verify-full&sslmode=disable',
    'postgres://jara@localhost/jara?host=localhost&host=db.example.ng',
    'postgres:',
  ])('refuses a database whose certificate nobody checks: %s', (url) => {
    expect(() => readConfig({ ...LIVE, DATABASE_URL: url })).toThrow(/^DATABASE_URL: /)
  })

  it('refuses to believe any certificate', () => {
    expect(() => readConfig({ ...LIVE, NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(/^NODE_TLS_REJECT_UNAUTHORIZED: /)
    expect(readConfig({ ...LIVE, NODE_TLS_REJECT_UNAUTHORIZED: '1' }).mode).toBe('live')
    expect(readConfig({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }).mode).toBe('sandbox')
  })

  it.each([
    ['VTPASS_BASE_URL', 'http://vtpass.com/api'],
    ['VTPASS_BASE_URL', 'https://vtpass.com.example.ng/api'],
    ['PAYSTACK_BASE_URL', 'http://api.paystack.co'],
    ['PUBLIC_URL', 'http://wallet.example.ng'],
  ])('speaks https to the providers and to people only: %s %s', (variable, address) => {
    expect(() => readConfig({ ...LIVE, [variable]: address })).toThrow(new RegExp(`^${variable}: `))
  })
})
