import { describe, expect, it } from 'vitest'
import { ensureLocationTable } from '../../../../infra/package/location-table.js'
import { openLocationTable } from '../../../../lib/locations/geocode/location-table.js'
import { readLineIn } from '../../../../lib/locations/geocode/read-line.js'

const read = readLineIn(openLocationTable(await ensureLocationTable()))

const parts = (...[venue, address_lines, locality, region, postal_code, country]: (string | undefined)[]) =>
  Object.fromEntries(
    Object.entries({ venue, address_lines, locality, region, postal_code, country }).filter(([, value]) => value),
  )

describe('a line of an address', () => {
  it.each([
    [
      'US',
      'Union Hall, 120 Main Street, Springfield, IL 62701',
      parts('Union Hall', '120 Main Street', 'Springfield', 'IL', '62701'),
    ],
    [
      'US',
      '120 Main Street, Springfield IL 62701-1234',
      parts('', '120 Main Street', 'Springfield', 'IL', '62701-1234'),
    ],
    ['US', 'Union Hall, Springfield, Illinois', parts('Union Hall', '', 'Springfield', 'IL')],
    [
      'US',
      'Office, 204 E 13th St, New York, NY 10003, USA',
      parts('Office', '204 E 13th St', 'New York', 'NY', '10003', 'US'),
    ],
    ['US', 'Union Hall, New York', parts('Union Hall', '', 'New York')],
    ['US', 'Community Center, New York', parts('Community Center', '', 'New York')],
    [
      'CA',
      'City Hall, 100 Queen St W, Toronto, ON M5H 2N2',
      parts('City Hall', '100 Queen St W', 'Toronto', 'ON', 'M5H 2N2'),
    ],
    [
      'CA',
      'City Hall, 100 Queen St W, Toronto ON  M5H2N2',
      parts('City Hall', '100 Queen St W', 'Toronto', 'ON', 'M5H2N2'),
    ],
    ['CA', 'City Hall, 100 Queen St W, Toronto, Ontario', parts('City Hall', '100 Queen St W', 'Toronto', 'ON')],
    [
      'CA',
      'Hôtel de ville, 275 Rue Notre-Dame E, Montréal, Québec H2Y 1C6',
      parts('Hôtel de ville', '275 Rue Notre-Dame E', 'Montréal', 'QC', 'H2Y 1C6'),
    ],
    ['DE', 'Rathaus, Hauptmarkt 18, 90403 Nürnberg', parts('Rathaus', 'Hauptmarkt 18', 'Nürnberg', '', '90403')],
    [
      'DE',
      'Rathaus, Hauptmarkt 18, D-90403 Nürnberg, Deutschland',
      parts('Rathaus', 'Hauptmarkt 18', 'Nürnberg', '', '90403', 'DE'),
    ],
    [
      'AT',
      'Rathaus, Friedrich-Schmidt-Platz 1, 1010 Wien',
      parts('Rathaus', 'Friedrich-Schmidt-Platz 1', 'Wien', '', '1010'),
    ],
    ['CH', 'Stadthaus, Stadthausquai 17, 8001 Zürich', parts('Stadthaus', 'Stadthausquai 17', 'Zürich', '', '8001')],
    [
      'FR',
      'Hôtel de Ville, 1 Place de la Comédie, 69001 Lyon',
      parts('Hôtel de Ville', '1 Place de la Comédie', 'Lyon', '', '69001'),
    ],
    ['BE', 'Stadhuis, Grote Markt 1, 2000 Antwerpen', parts('Stadhuis', 'Grote Markt 1', 'Antwerpen', '', '2000')],
    ['NL', 'Stadhuis, Spui 70, 2511 BT Den Haag', parts('Stadhuis', 'Spui 70', 'Den Haag', '', '2511 BT')],
    [
      'IT',
      'Campidoglio, Piazza del Campidoglio, 1, 00186 Roma (RM)',
      parts('Campidoglio', 'Piazza del Campidoglio, 1', 'Roma', 'RM', '00186'),
    ],
    [
      'ES',
      'Ateneo, Calle del Prado, 21, 28014 Madrid, España',
      parts('Ateneo', 'Calle del Prado, 21', 'Madrid', '', '28014', 'ES'),
    ],
    ['NO', 'Rådhuset, Rådhusgata 7, 9008 Tromsø', parts('Rådhuset', 'Rådhusgata 7', 'Tromsø', '', '9008')],
    ['NO', 'Rådhuset, Tromsø, Norge', parts('Rådhuset', '', 'Tromsø', '', '', 'NO')],
    [
      'SE',
      'Stadshuset, Hantverkargatan 1, 111 52 Stockholm',
      parts('Stadshuset', 'Hantverkargatan 1', 'Stockholm', '', '111 52'),
    ],
    [
      'GB',
      'Town Hall, Albert Square, Manchester M2 5DB',
      parts('Town Hall, Albert Square', '', 'Manchester', '', 'M2 5DB'),
    ],
    ['GB', '10 Downing Street, London, SW1A 2AA, UK', parts('', '10 Downing Street', 'London', '', 'SW1A 2AA', 'GB')],
    [
      'IE',
      'Mansion House, 1 Dawson Street, Dublin, D02 AF30',
      parts('Mansion House', '1 Dawson Street', 'Dublin', '', 'D02 AF30'),
    ],
    ['AU', 'Town Hall, 483 George St, Sydney NSW 2000', parts('Town Hall', '483 George St', 'Sydney', 'NSW', '2000')],
    [
      'AU',
      'Town Hall, 90 Swanston St, Melbourne, Victoria 3000',
      parts('Town Hall', '90 Swanston St', 'Melbourne', 'VIC', '3000'),
    ],
  ])('in %s, %s is read by the order of its country', (country, line, expected) => {
    expect(read(line, country)).toEqual(expected)
  })

  it.each([
    ['US', 'Woodruff Park, Atlanta, Georgia', parts('Woodruff Park', '', 'Atlanta', 'GA')],
    ['US', 'Sameba, Tbilisi, Georgia', parts('Sameba', '', 'Tbilisi', '', '', 'GE')],
    ['US', 'First Church, 12 Main St, Lebanon', parts('First Church', '12 Main St', 'Lebanon')],
    ['US', 'Cafe Younes, Beirut, Lebanon', parts('Cafe Younes', '', 'Beirut', '', '', 'LB')],
    ['US', 'Court House, Peru, Indiana', parts('Court House', '', 'Peru', 'IN')],
    ['US', 'Court House, 25 N Broadway, Peru', parts('Court House', '25 N Broadway', 'Peru')],
    ['US', 'Catedral, Lima, Peru', parts('Catedral', '', 'Lima', '', '', 'PE')],
    ['GB', 'Sameba, Tbilisi, Georgia', parts('Sameba', '', 'Tbilisi', '', '', 'GE')],
    ['US', 'Rathaus, 10117 Berlin, Germany', parts('Rathaus', '', 'Berlin', '', '10117', 'DE')],
  ])('in %s, %s ends with the name that fits what stands before it', (country, line, expected) => {
    expect(read(line, country)).toEqual(expected)
  })

  it.each(['Union Hall', 'Pier 12', 'Local 1199'])('%s alone is a venue or a street, and no town', (line) => {
    expect(read(line)).not.toHaveProperty('locality')
    expect(read(line)).not.toHaveProperty('postal_code')
  })
})
