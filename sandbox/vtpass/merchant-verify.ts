import type { Call, Endpoint } from '#sandbox/endpoint.ts'
import type { VtpassOperation } from '#sandbox/operations.ts'
import type { Answer } from '#sandbox/transport.ts'
import { textOf } from '#sandbox/unchecked.ts'
import type { World } from '#sandbox/world.ts'
import { type Service, serviceWithId } from './catalogue.ts'
import { type Code, codeAnswer, shortAnswer } from './codes.ts'
import { currentBouquet, customerBehind, isCustomerNumber, renewalDate } from './customers.ts'
import { nairaNumber } from './naira.ts'
import { codeOf } from './refusals.ts'

export function merchantVerifyEndpoints(world: World): Endpoint<VtpassOperation>[] {
  return [
    {
      method: 'POST',
      path: '/merchant-verify',
      operation: 'merchant-verify',
      handle: (call) => verify(world, call),
      actsOutDecline: true,
    },
  ]
}

/** Whose meter or smartcard this is. A number that belongs to nobody is code 000 too: only the content says so. */
function verify(world: World, { body, fault }: Call): Answer {
  if (fault?.fault === 'code') return shortAnswer(fault.code ?? '')
  const number = textOf(body, 'billersCode')
  const serviceId = textOf(body, 'serviceID')
  if (number === null || serviceId === null) return codeAnswer(codeOf('verify-field-missing'))
  const service = serviceWithId(serviceId)
  if (service === undefined || !hasCustomers(service)) return codeAnswer(codeOf('verify-product-unknown'))
  const type = textOf(body, 'type')
  const isMeter = service.category === 'electricity-bill'
  if (isMeter && type !== 'prepaid' && type !== 'postpaid') return codeAnswer(codeOf('verify-field-missing'))
  if (!isCustomerNumber(service, number)) return wrongNumber('011', service)
  const customer = customerBehind(service, number)
  if (customer === null || fault?.fault === 'decline') return wrongNumber('000', service)
  const content = isMeter
    ? { ...meter(number, type ?? ''), Customer_Name: customer.name, Address: customer.address }
    : { Customer_Name: customer.name, ...smartcard(world, service, number) }
  return { http: 200, body: { code: '000', content: { ...content, WrongBillersCode: false } } }
}

function hasCustomers({ category }: Service): boolean {
  return category === 'electricity-bill' || category === 'tv-subscription'
}

function wrongNumber(code: Code, { name, category }: Service): Answer {
  const what = category === 'electricity-bill' ? 'meter' : 'smartcard'
  const error = `This ${what} number is not known to ${name}. Please check it and try again`
  return { http: 200, body: { code, content: { error, WrongBillersCode: true } } }
}

function meter(number: string, type: string) {
  return { Meter_Number: number, Meter_Type: type.toUpperCase(), Can_Vend: 'yes', Customer_Arrears: '' }
}

function smartcard(world: World, service: Service, number: string) {
  const bouquet = currentBouquet(service, number)
  return {
    Status: 'ACTIVE',
    Due_Date: renewalDate(service, number, world.now()),
    Customer_Number: number,
    Customer_Type: service.id.toUpperCase(),
    Current_Bouquet: bouquet.name,
    Current_Bouquet_Code: bouquet.code,
    Renewal_Amount: nairaNumber(bouquet.amountKobo),
  }
}
