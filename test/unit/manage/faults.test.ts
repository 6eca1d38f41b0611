import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../lib/runtime/errors.js'
import { describeFault, saidFault } from '../../../lib/manage/page/form.js'
import { textsFor } from '../../../lib/manage/texts.js'

const fault = (error_code: string, name: string, description: string): Fault => ({
  error_code,
  description,
  properties: [name],
})

describe('a fault on a page', () => {
  it.each([
    ['by its code', fault('required', 'title', 'title is required'), 'Rellena este campo.'],
    ['that refuses a guest', fault('event_full', 'capacity', 'All seats are taken'), 'Este evento está completo.'],
    ['of a page address', fault('taken', 'slug', 'slug is taken'), /^Otra página tiene/],
    ['by its field', fault('malformed', 'reply_to', 'must be an email address'), /^Escribe un correo/],
    [
      'of a long text',
      fault('malformed', 'subject', 'must have at most 1200 characters'),
      /como máximo 1200 caracteres/,
    ],
    [
      'of variables',
      fault('unknown_variable', 'body', 'body has unknown variables: town, x; there are event, when'),
      'Estas variables no existen: town, x.',
    ],
    ['of any other kind', fault('new_code', 'new_field', 'new_field must be new'), 'Revisa este dato.'],
    ['that its page has written', saidFault('issuer', 'El proveedor no responde.'), 'El proveedor no responde.'],
  ])('is said in the language of the page: one %s', (_kind, given, expected) => {
    const text = describeFault(textsFor('es').texts, given, given.properties[0])
    if (typeof expected === 'string') expect(text).toBe(expected)
    else expect(text).toMatch(expected)
  })
})
