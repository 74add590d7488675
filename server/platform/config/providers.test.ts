import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const providersOf = (PROVIDERS?: string) => readConfig(PROVIDERS === undefined ? {} : { PROVIDERS }).providers

describe('PROVIDERS', () => {
  it.each([
    [undefined, ['paystack', 'vtpass']],
    ['paystack,vtpass', ['paystack', 'vtpass']],
    [' vtpass , paystack ', ['vtpass', 'paystack']],
  ])('%s names them in the order of preference', (text, names) => {
    expect(providersOf(text)).toEqual(names)
  })

  it.each([
    ['otherpay,paystack,vtpass', '"otherpay" is no provider'],
    ['paystack,,vtpass', '"" is no provider'],
    ['toString,paystack,vtpass', '"toString" is no provider'],
    ['paystack,vtpass,paystack', 'each provider once'],
    ['paystack', 'one for bills is needed'],
    ['vtpass', 'one for payments is needed'],
  ])('%s is refused with what is wrong', (text, said) => {
    expect(() => providersOf(text)).toThrow(ConfigError)
    expect(() => providersOf(text)).toThrow(`PROVIDERS: ${said}`)
  })
})
