import { describe, expect, it } from 'vitest'
import { recognize } from '../../../lib/imports/columns.js'
import { listIn, listOf } from '../../../lib/csv/list-in-cell.js'
import { consentIn, dateIn, orderShown, statusIn, subscriptionIn } from '../../../lib/imports/values.js'

describe('the import', () => {
  it.each([
    ['11/3/2026', '', '2026-11-03'],
    ['11/3/2026 6:30 PM', '', '2026-11-03T18:30'],
    ['11/3/2026, 12:05am', '', '2026-11-03T00:05'],
    ['3.11.2026 18:30', '', '2026-11-03T18:30'],
    ['Nov 3, 2026', '7pm', '2026-11-03T19:00'],
    ['Tuesday, November 3rd, 2026 at 6:30 PM', '', '2026-11-03T18:30'],
    ['2026-11-03', '09:15', '2026-11-03T09:15'],
    ['2026-11-03T18:30:00-05:00', '', '2026-11-03T18:30:00-05:00'],
    ['1793730600', '', '2026-11-03T18:30:00.000+00:00'],
    ['soon', '', 'soon'],
    ['11/3/26 6:30 PM', '', '2026-11-03T18:30'],
    ['11/3/2026 6:30\u202fPM', '', '2026-11-03T18:30'],
    ['11-3-2026', '', '2026-11-03'],
    ['2026/11/03', '', '2026-11-03'],
    ['2026.11.03 18:30', '', '2026-11-03T18:30'],
    ['3.11.26', '18.30', '2026-11-03T18:30'],
    ['3. 11. 2026', '', '2026-11-03'],
    ['3 Nov 2026 18:30', '', '2026-11-03T18:30'],
    ['3-Nov-2026', '', '2026-11-03'],
    ['3-Nov-26 6pm', '', '2026-11-03T18:00'],
    ['Tue 3 November 2026 at 6 p.m.', '', '2026-11-03T18:00'],
    ['24. desember 2026 kl. 18:00', '', '2026-12-24T18:00'],
    ['31.12.2026', 'kl. 18.30', '2026-12-31T18:30'],
    ['31.12.2026 kl. 17.00', '', '2026-12-31T17:00'],
    ['31.12.2026', 'kl 18', '2026-12-31T18:00'],
    ['31.12.2026 um 18 Uhr', '', '2026-12-31T18:00'],
    ['31.12.2026 à 18h30', '', '2026-12-31T18:30'],
    ['31.12.2026 om 18.30', '', '2026-12-31T18:30'],
    ['31.12.2026', 'klokken', '2026-12-31Tklokken'],
    ['3. März 2027, 18 Uhr', '', '2027-03-03T18:00'],
    ['3 de noviembre de 2026', '', '2026-11-03'],
    ['1er mai 2027 18h30', '', '2027-05-01T18:30'],
    ['2026-11-03 18:30:00 -0500', '', '2026-11-03T18:30:00-0500'],
    ['20261103', '', '2026-11-03'],
    ['20261103T183000Z', '', '2026-11-03T18:30Z'],
    ['46329.7708333333', '', '2026-11-03T18:30'],
    ['3/Nov/2026', '', '3/Nov/2026'],
    ['the 3rd', '', 'the 3rd'],
  ])('reads the date %j %j as %s', (date, time, expected) => expect(dateIn(date, time)).toBe(expected))

  it.each([
    ['', 'accepted'],
    ['REGISTERED', 'accepted'],
    ['Not Attending', 'declined'],
    ['pending_approval', undefined],
    ['invited', undefined],
  ])('reads the answer %j as %s', (text, expected) => expect(statusIn(text)?.status).toBe(expected))

  it.each([
    ['Subscribed', 'subscribed'],
    ['bouncing', 'unsubscribed'],
    ['', undefined],
    ['perhaps', 'perhaps'],
  ])('reads the subscription %j as %s', (text, expected) => expect(subscriptionIn(text)).toBe(expected))
})

describe('dates in digits', () => {
  it.each([
    ['03/04/2027', 'day', '2027-04-03'],
    ['03/04/2027', 'month', '2027-03-04'],
    ['03-04-27', 'day', '2027-04-03'],
    ['3/4/2027 18:30', 'day', '2027-04-03T18:30'],
    ['03.04.2027', 'month', '2027-04-03'],
  ] as const)('%s with the %s first is %s', (text, order, expected) => {
    expect(dateIn(text, '', order)).toBe(expected)
  })

  it.each([
    ['15/04/2027', 'day'],
    ['04/15/2027', 'month'],
    ['03/04/2027', 'either'],
    ['04/04/2027', undefined],
    ['15.04.2027', undefined],
    ['2027/04/15', undefined],
    ['soon', undefined],
  ])('%s shows the order %s', (text, order) => expect(orderShown(text)).toBe(order))
})

describe('the consent of a person', () => {
  it.each([
    ['', [], [], undefined],
    ['subscribed', [], ['no'], 'subscribed'],
    ['subscribed', [], ['yes'], 'unsubscribed'],
    ['', [], ['TRUE'], 'unsubscribed'],
    ['', [], ['2026-01-31'], 'unsubscribed'],
    ['', [], [''], undefined],
    ['', ['yes'], [], 'subscribed'],
    ['', [''], [], 'unsubscribed'],
    ['', ['no'], [], 'unsubscribed'],
    ['', ['yes', 'no'], [], 'unsubscribed'],
    ['unsubscribed', ['yes'], [], 'unsubscribed'],
    ['bouncing', [], [], 'unsubscribed'],
  ])('of the status %j, the cells %j for and %j against is %s', (status, optIns, optOuts, expected) => {
    expect(consentIn(status, optIns, optOuts)).toBe(expected)
  })

  it.each([
    ['Opt-Out', 'email_opt_out'],
    ['Unsubscribed', 'email_opt_out'],
    ['Unsubscribe Date', 'email_opt_out'],
    ['Do Not Email', 'email_opt_out'],
    ['Email Opt Out', 'email_opt_out'],
    ['HasOptedOutOfEmail', 'email_opt_out'],
    ['NoBulkEmail', 'email_opt_out'],
    ['email_opt_in', 'email_opt_in'],
    ['Newsletter', 'email_opt_in'],
    ['Accepts Email Marketing', 'email_opt_in'],
    ['SMS Opt-In', 'phone_opt_in'],
    ['Do not text', 'phone_opt_out'],
    ['Notes', undefined],
    ['Photo consent', undefined],
    ['Nomination', undefined],
  ])('is read from a column %s as %s', (heading, field) => {
    const { at } = recognize('people', ['Email', heading], new Map())
    expect([...at.keys()].find((each) => each !== 'email')).toBe(field)
  })
})

describe('a list in a cell', () => {
  it.each([
    ['a; b', ['a', 'b']],
    ['"Volunteer","Donor, big"', ['Volunteer', 'Donor, big']],
    ['"Donor; big"; Host', ['Donor; big', 'Host']],
    ['The "big" ones, others', ['The "big" ones', 'others']],
    ['', []],
  ])('%s has the parts %j', (text, parts) => expect(listIn(text)).toEqual(parts))

  it('is read as it is written', () => {
    const tags = ['Volunteer', 'Donor, big', 'The "first"', 'a|b', 'Æ; ø']
    expect(listIn(listOf(tags))).toEqual(tags)
  })
})

describe('the columns of a file', () => {
  it.each([
    ['Fornavn;Etternavn;E-post;Mobilnummer;Adresse;Postnr;Poststed;Land', 'Norwegian'],
    ['Förnamn;Efternamn;E-postadress;Telefonnummer;Gatuadress;Postnummer;Postort;Land', 'Swedish'],
    ['Vorname;Nachname;E-Mail-Adresse;Handy;Straße;Postleitzahl;Ort;Land', 'German'],
    ['Prénom;Nom de famille;Courriel;Téléphone;Adresse;Code postal;Ville;Pays', 'French'],
    ['Nombre;Apellidos;Correo electrónico;Móvil;Dirección;Código postal;Ciudad;País', 'Spanish'],
    ['Voornaam;Achternaam;E-mailadres;Telefoonnummer;Adres;Postcode;Woonplaats;Land', 'Dutch'],
  ])('%s are recognized in %s', (headings) => {
    const fields = ['given_name', 'family_name', 'email', 'phone', 'address', 'postal_code', 'locality', 'country']
    expect([...recognize('people', headings.split(';'), new Map()).at.keys()].sort()).toEqual(fields.sort())
  })

  it.each([
    ['Tittel;Dato;Klokkeslett;Sted', ['start_date', 'start_time', 'title', 'venue']],
    ['Titel;Datum;Uhrzeit;Veranstaltungsort', ['start_date', 'start_time', 'title', 'venue']],
    ['Título;Fecha;Hora;Lugar', ['start_date', 'start_time', 'title', 'venue']],
    ['Tittel;Farge', ['title']],
  ])('of events are recognized: %s', (headings, fields) => {
    expect([...recognize('events', headings.split(';'), new Map()).at.keys()].sort()).toEqual(fields)
  })

  it('are recognized whatever their spelling, and prefer the person who attends', () => {
    const { at, unknown } = recognize('attendances', ['Buyer Email', 'Attendee E-Mail', ' First  Name '], new Map())
    expect(Object.fromEntries(at)).toEqual({ given_name: 2, email: 1 })
    expect(unknown).toEqual(['Buyer Email'])
  })

  it('belong to the service that alone has some of them', () => {
    const systemOf = (...headings: string[]) => recognize('people', headings, new Map()).system
    expect(systemOf('email', 'can2_phone')).toBe('action_network')
    expect(systemOf('Order #', 'Email')).toBe('eventbrite')
    expect(systemOf('email', 'id')).toBeUndefined()
  })
})
