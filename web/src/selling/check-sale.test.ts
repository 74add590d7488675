import { describe, expect, it } from 'vitest'
import { checkSale, type SaleForm } from './check-sale.ts'

const form: SaleForm = {
  kind: 'airtime',
  customerId: null,
  name: ' Chidi ',
  phone: '0803 123 4567',
  network: 'mtn',
  amount: '500',
  bundle: null,
  price: '₦520.50',
  saveCustomer: false,
  bpcCode: '',
}

describe('a sale', () => {
  it('carries the price and the customer beside the purchase', () => {
    expect(checkSale(form)).toEqual({
      body: {
        kind: 'airtime',
        network: 'mtn',
        phone: '08031234567',
        amountKobo: '50000',
        bpcCode: null,
        sale: { customerId: null, customerName: 'Chidi', priceKobo: '52050' },
      },
    })
    const bundle = { id: 'b', name: '1GB', amountKobo: '50000' }
    expect(checkSale({ ...form, kind: 'data', bundle, name: ' ', customerId: 'cus_x' })).toMatchObject({
      body: { kind: 'data', bundleId: 'b', sale: { customerId: 'cus_x', customerName: null } },
    })
  })

  it.each(['', 'five', '0', '-5', '1,50'])('has no price in "%s"', (price) => {
    expect(checkSale({ ...form, price })).toMatchObject({ problems: { price: expect.stringMatching(/price/) } })
  })

  it('is first of all a purchase', () => {
    expect(checkSale({ ...form, phone: '0803', price: '' })).toMatchObject({ problems: { phone: expect.anything() } })
  })
})
