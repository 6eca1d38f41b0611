import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { enteredEmail } from '../../../lib/fields/values.js'

const isTaken = (address: string) => safeParse(enteredEmail, address).success
const letters = (count: number) => 'a'.repeat(count)

describe('an email that a visitor types', () => {
  it.each([
    'name@example.org',
    ' name@example.org ',
    'First.Last+rsvp_1@Mail-1.Example.ORG',
    "o'brien!#$%&*/=?^`{|}~@example.org",
    `${letters(64)}@${letters(63)}.org`,
    `name@example.${letters(63)}`,
    'name@1.example.org',
    'name@xn--bcher-kva.example',
    'name@example.XN--P1AI',
    'josé@bücher.example',
    'имя2@пример.рф',
    'name@उदाहरण.भारत',
    'name@e\u0301cole.fr',
  ])('is taken as an address to which mail can be sent: %s', (address) => {
    expect(isTaken(address)).toBe(true)
  })

  it.each([
    'name',
    'name@',
    '@example.org',
    'name@host',
    'name@example.o',
    'name@example.o1',
    'name@127.0.0.1',
    'name@example..org',
    'name@.example.org',
    'name@example.org.',
    'name@-example.org',
    'name@example-.org',
    'name@ex_ample.org',
    'na"me@example.org',
    '<b>@example.org',
    'name@example.org>',
    'name@two@example.org',
    `${letters(65)}@example.org`,
    `name@${letters(64)}.org`,
    `name@example.${letters(64)}`,
    'name@\u0301ecole.fr',
    'имя@пример.ф',
    'имя@пример.ф2',
  ])('is refused as another text: %s', (address) => {
    expect(isTaken(address)).toBe(false)
  })
})
