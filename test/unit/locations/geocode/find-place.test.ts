import { describe, expect, it } from 'vitest'
import { ensureLocationTable } from '../../../../infra/package/location-table.js'
import { findPlaceIn } from '../../../../lib/locations/geocode/find-place.js'
import { openLocationTable } from '../../../../lib/locations/geocode/location-table.js'

const find = findPlaceIn(openLocationTable(await ensureLocationTable()))

describe('towns by their own names', () => {
  it.each([
    ['München', 'DE', 'München', 48.1374],
    ['Wien', 'AT', 'Wien', 48.2085],
    ['Frankfurt', 'DE', 'Frankfurt', 50.1155],
    ['Milano', 'IT', 'Milano', 45.4643],
    ['Praha', 'CZ', 'Praha', 50.088],
    ['Warszawa', 'PL', 'Warszawa', 52.2298],
    ['København', 'DK', 'København', 55.6759],
    ['Den Haag', 'NL', 'Den Haag', 52.0767],
    ['Lisboa', 'PT', 'Lisboa', 38.7167],
    ['Genova', 'IT', 'Genova', 44.4048],
    ['Genova', 'US', 'Genova, IT', 44.4048],
    ['Génova', 'CO', 'Génova', 4.3167],
    ['Roma', 'IT', 'Roma', 41.8919],
    ['Bruxelles', 'BE', 'Bruxelles', 50.8505],
    ['NYC', 'US', 'NYC, NY', 40.7143],
    ['LA', 'US', 'LA, CA', 34.0522],
    ['D.C.', 'US', 'DC', 38.8951],
    // Towns that are called so themselves stay what they are.
    ['Vienna', 'US', 'Vienna, VA', 38.9012],
    ['Lebanon', 'US', 'Lebanon, TN', 36.2081],
  ])('%s in %s is %s', (typed, country, name, latitude) => {
    expect(find(typed, country)).toMatchObject({ name, latitude })
  })
})

describe('a place that a visitor types', () => {
  it.each([
    ['20009', 'Washington, DC 20009'],
    [' 20009-1234 ', 'Washington, DC 20009-1234'],
    ['20009 - 1234', 'Washington, DC 20009-1234'],
    ['Washington, DC 20009', 'Washington, DC 20009'],
    ['m5v 3l9', 'Toronto, ON M5V 3L9'],
    ['Washington, DC', 'Washington, DC'],
    ['washington dc', 'Washington, DC'],
    ['WASHINGTON,  D.C.', 'Washington, DC'],
    ['Washington, D. C.', 'Washington, DC'],
    ['Washington', 'Washington, DC'],
    ['Washington, UT', 'Washington, UT'],
    ['Springfield, Illinois', 'Springfield, IL'],
    ['springfield illinois', 'Springfield, IL'],
    ['Springfield, IL, USA', 'Springfield, IL'],
    ['Springfield', 'Springfield, MO'],
    ['St. Louis, MO', 'St. Louis, MO'],
    ['st.louis,mo', 'St. Louis, MO'],
    ['Saint Louis', 'St. Louis, MO'],
    ['Lexington', 'Lexington, KY'],
    ['Lexington, KY', 'Lexington, KY'],
    ['Lexington-Fayette, KY', 'Lexington-Fayette, KY'],
    ['Lexington, MA', 'Lexington, MA'],
    ['New York', 'New York, NY'],
    ['New York City', 'New York City, NY'],
    ['new york, n.y.', 'New York, NY'],
    ['Winston-Salem, NC', 'Winston-Salem, NC'],
    ['Kansas City', 'Kansas City, MO'],
    ['Kansas City, KS', 'Kansas City, KS'],
    ['Fort Washington', 'Fort Washington, MD'],
    ['San Juan, PR', 'San Juan, PR'],
    ['Coeur d’Alene, ID', "Coeur d'Alene, ID"],
    ['Toronto', 'Toronto, OH'],
    ['Toronto, ON', 'Toronto, ON'],
    ['Toronto, Canada', 'Toronto, CA'],
    ['Kyoto', 'Kyoto, JP'],
    ['Paris, France', 'Paris, FR'],
    ['38.91,-77.04', '38.91, -77.04'],
    ['38.91 ,-77.04', '38.91, -77.04'],
    ['38.91 , -77.04', '38.91, -77.04'],
    ['+38.91, -77.04', '38.91, -77.04'],
    ['-90 180', '-90, 180'],
  ])('is found: %s', (text, name) => {
    expect(find(text)?.name).toBe(name)
  })

  it.each([
    '',
    ',',
    'Springfield, Nevada',
    'Springfield, NV',
    'Springfield NV',
    'Springfield, XX',
    'Kyoto, TX',
    '00000',
    '1234',
    '200091',
    'Z9Z 9Z9',
    '91,0',
    '0,181',
    '38.91',
    'Nowhereville',
    'Illinois',
    '20009,,DC',
    'toString',
    'constructor, __proto__',
    'a'.repeat(300),
    '%00',
    'Washington\t\nDC; drop',
  ])('is unknown: %j', (text) => {
    expect(find(text)).toBeUndefined()
  })

  it('is looked for in the country of the group first', () => {
    expect(find('London')?.name).not.toBe('London, GB')
    expect(find('London', 'GB')?.latitude).toBeCloseTo(51.5, 1)
    expect(find('Berlin, DE', 'DE')?.latitude).toBeCloseTo(52.5, 1)
    expect(find('Washington', 'DE')?.name).toBe('Washington, US')
    expect(find('Vancouver', 'CA')?.name).toBe('Vancouver, BC')
    expect(find('10115', 'DE')).toBeUndefined()
  })

  it('of the capital is the capital, not a town in Utah', () => {
    const { latitude, longitude } = find('Washington') as { latitude: number; longitude: number }
    expect([latitude, longitude]).toEqual([expect.closeTo(38.9, 1), expect.closeTo(-77, 1)])
  })
})
