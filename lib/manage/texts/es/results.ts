import type { Texts } from '../../texts.js'
import { inGroups } from './numbers.js'

/** Spanish texts of statistics and reports. */
export const results = {
  statistics: {
    signedUp: 'Inscritas',
    overTime: 'Inscripciones a lo largo del tiempo',
    today: 'Ahora',
    of: (capacity: string) => `de ${capacity}`,
    brought: (accepted: string, guests: string) =>
      `${accepted === '1' ? '1 inscripción' : `${accepted} inscripciones`} + ${guests === '1' ? '1 acompañante' : `${guests} acompañantes`}`,
    placesLeft: (left: number, count: string) =>
      left === 1 ? 'Queda 1 plaza' : left === 0 ? 'No quedan plazas' : `Quedan ${count} plazas`,
    noRsvpsYet: 'Los asistentes, los números y el gráfico aparecen aquí con la primera inscripción.',
    accepted: 'Vienen',
    declined: 'Cancelaron',
    waitlisted: 'Lista de espera',
    requested: 'Piden plaza',
    attended: 'Vinieron',
    confirmed: 'Han confirmado',
    unconfirmed: (count: number) => (count > 0 ? `faltan ${inGroups(count)}` : ''),
    noRsvps: 'Todavía no ha respondido nadie',
    chart: (total: number) => `Una línea de inscripciones a lo largo del tiempo, hasta ${inGroups(total)}`,
    chartExplain: 'Incluye las inscripciones canceladas.',
    bySource: 'Inscripciones por origen',
    source: 'Origen',
    noSource: 'Directo',
    otherSources: 'Otros orígenes',
    sourcesExplain: 'Dónde encontró la gente este evento. Incluye las inscripciones canceladas.',
    makeLinks: 'En «Compartir» puedes crear un enlace para cada lugar.',
    counting: (counted: number, total: number) =>
      `Van ${inGroups(counted)} de ${inGroups(total)} inscripciones. Recarga en unos segundos para verlas todas.`,
    asTable: 'Como tabla',
    until: 'Hasta',
    rsvps: 'Inscripciones',
  },

  worked: {
    rsvps: 'Inscripciones',
    confirmed: 'Confirmaron',
    attended: 'Vinieron',
    bySource: 'Por origen',
    source: 'Origen',
    byFriend: 'Por quién las invitó',
    friend: 'Persona',
    brought: (people: number, friends: string) =>
      people === 1
        ? `1 persona ha traído a ${friends} más.`
        : `${inGroups(people)} personas han traído a ${friends} más.`,
    unnamed: 'Alguien cuyos datos se borraron',
    byTime: 'Con cuánta antelación se inscribieron',
    time: 'Antes del evento',
    times: {
      day: 'El mismo día',
      '1': '1 día',
      '2-3': 'De 2 a 3 días',
      '4-6': 'De 4 a 6 días',
      '7-13': '1 semana',
      '14-27': 'De 2 a 3 semanas',
      '28': '4 semanas o más',
      after: 'Después del inicio',
    },
    byEvent: 'Por evento',
    event: 'Evento',
    newest: (count: number) => `Estos son los ${inGroups(count)} eventos más recientes de la campaña.`,
    explain:
      'Todos los números son inscripciones, sin contar acompañantes. Los porcentajes son de todas las inscripciones, también de quienes cancelaron o esperan.',
    explainFriends: 'Solo «Por quién las invitó» deja fuera a quienes cancelaron.',
    download: 'Descargar como CSV',
    underWay: 'Contando las inscripciones… Recarga para ver los números.',
    countedAt: 'Contado',
  },

  report: {
    explain: 'Cuenta los eventos por estado y día, y encuentra zonas donde hay personas de tu lista sin evento cerca.',
    make: 'Crear el informe',
    again: 'Actualizar',
    underWay: (written, total) => `Comprobando ${total} personas… ${written} listas. Esta página se actualiza sola.`,
    from: 'Del',
    file: 'Eventos y anfitriones en CSV',
    events: 'Eventos',
    coming: 'Inscritas',
    hosts: 'Anfitriones',
    waiting: 'Por revisar',
    attended: 'Vinieron',
    declined: 'Rechazados',
    cancelled: 'Cancelados',
    byState: 'Por estado',
    byDay: 'Por día',
    state: 'Estado',
    day: 'Día',
    noState: 'Sin estado',
    noDay: 'Sin día',
    gaps: 'Zonas sin evento',
    noPlaces: 'Aún no tenemos los códigos postales de las personas de tu lista.',
    gapsOf: (people, count, placed, unit) =>
      people === 0
        ? `Las ${placed} personas con código postal tienen un evento público a menos de ${unit === 'mi' ? '25 millas' : '40 km'}.`
        : people === 1
          ? `Una de ${placed} personas con código postal no tiene ningún evento público a menos de ${unit === 'mi' ? '25 millas' : '40 km'}.`
          : `${count} de ${placed} personas con código postal no tienen ningún evento público a menos de ${unit === 'mi' ? '25 millas' : '40 km'}.`,
    mapOfGaps: 'Mapa de personas sin evento cerca. Todo lo que muestra está en la lista.',
    peopleAround: (people, count, town) =>
      `${people === 1 ? 'Una persona' : `${count} personas`}${town && ` cerca de ${town}`}`,
    code: 'Código postal',
    town: 'Localidad',
    people: 'Personas',
    furtherCodes: (count) => `Y ${count} códigos postales más.`,
  },
} satisfies Partial<Texts>
