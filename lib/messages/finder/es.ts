import type { FinderMessages } from './messages.js'

export const es: FinderMessages = {
  near: 'Código postal o localidad',
  use_my_location: 'Usar mi ubicación',
  not_located: 'Su navegador no dijo dónde está',
  unknown_place:
    'No conocemos este lugar. Escriba un código postal, o una localidad y su estado, como Springfield, IL.',
  within_of: 'Eventos a menos de {reach} de {town}',
  none_within: 'Ningún evento a menos de {reach} de {town}',
  nearest: 'Este es el más cercano:',
  further: 'Más eventos',
  events: { one: '{count} evento', other: '{count} eventos' },
  events_around: '{events} cerca de {town}',
  map_of: 'Mapa de {events}. Todo lo que muestra está en la lista.',
  map_hint: 'Elija un círculo para ver sus eventos en la lista.',
  number_of_events: 'Eventos',
  number_of_regions: 'Estados y provincias',
  number_of_placeless: 'En línea o sin lugar',
  full_badge: 'Completo',
  waitlist_badge: 'Lista de espera',
  address_for_guests: 'Dirección para los asistentes',
  host_title: '¿Más cerca de casa? Organice uno.',
  host_event: 'Organizar un evento',
}
