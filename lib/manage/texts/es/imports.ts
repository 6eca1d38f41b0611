import type { Texts } from '../../texts.js'
import { inGroups } from './numbers.js'

/** Spanish texts of imports. */
export const imports = {
  imports: {
    link: 'Importar un archivo…',
    title: 'Importar un archivo',
    explain:
      'Importa personas, eventos o inscripciones de un archivo CSV, o eventos de un calendario. La primera línea nombra las columnas. Después ves qué columnas reconocimos, y se comprueba cada fila antes de guardar nada.',
    kind: 'El archivo contiene',
    kinds: {
      people: 'Personas',
      events: 'Eventos (de la API)',
      attendances: 'Inscripciones',
      calendar: 'Eventos de un calendario (iCalendar)',
    },
    file: 'Archivo',
    address: 'O la dirección de un calendario',
    addressHint: 'Por ejemplo, la dirección pública en formato iCal de un Google Calendar',
    calendar: {
      explain:
        'Cada fecha del próximo año será un evento con su página aquí; las fechas de un evento que se repite forman una serie. Importa el calendario otra vez para traer los cambios: nada se duplica y no se escribe a nadie.',
      holds: (events: number, dates: number, over: number) =>
        `Eventos del calendario: ${inGroups(events)}. Fechas en el próximo año: ${inGroups(dates)}. Eventos que han terminado o son dentro de más de un año: ${inGroups(over)}.`,
      repeats: 'Repetición',
      yes: 'se repite',
      more: (count: number) => `Y ${inGroups(count)} más.`,
      import: (dates: number) => (dates === 1 ? 'Importar 1 fecha' : `Importar ${inGroups(dates)} fechas`),
      recorded: (recorded: number, done: number, count: number) =>
        `Fechas guardadas: ${inGroups(recorded)}. Eventos hechos: ${inGroups(done)} de ${inGroups(count)}. Puedes importar el calendario otra vez sin problema.`,
      differing: 'Diferencias con el calendario',
      became: { changed: 'Con cambios:', left_out: 'Omitido:', refused: 'Rechazado:' },
      report: 'Descargar el informe',
    },
    limit: (megabytes: number) =>
      `Como máximo ${megabytes} MB, unas 10.000 filas. Los archivos más grandes van por la línea de comandos: npm run -s admin -- import csv.`,
    event: 'Qué evento',
    eventHint: 'Muestra los eventos más recientes.',
    eventOfRow: 'Usar una columna del archivo',
    tags: 'Etiquetas para todas las personas del archivo',
    tagsHint: 'Separadas por comas. Las nuevas se crean.',
    system: 'Sistema de origen',
    systemHint: 'Por ejemplo, my_crm. Vacío = lo reconocemos, o no se guardan ids',
    customFields: 'Conservar otras columnas como campos personalizados',
    check: 'Comprobar el archivo',
    checkTitle: 'Comprobación',
    checked: (done: number, count: number) => `${inGroups(done)} de ${inGroups(count)} filas comprobadas.`,
    known: 'Si alguien ya está en tu lista, lo que dice el archivo reemplaza su nombre.',
    nothingYet: 'Todavía no se ha guardado nada.',
    mail: (count: number) =>
      `Avisar por correo ${count === 1 ? 'a la persona de que viene o está en espera' : `a las ${inGroups(count)} personas de que vienen o están en espera`}`,
    interrupted:
      'El servicio estaba ocupado. Puede que algunas filas ya estén guardadas. Puedes continuar sin problema.',
    mailHint: 'No escribimos sobre eventos pasados ni a quien ya había respondido.',
    wrong: (refused: number) =>
      refused === 0
        ? 'Ninguna fila necesita corrección.'
        : refused === 1
          ? '1 fila necesita corrección.'
          : `${inGroups(refused)} filas necesitan corrección.`,
    findings: {
      dates: {
        day: (date: string) => `Las fechas como ${date} se leen con el día primero.`,
        month: (date: string) => `Las fechas como ${date} se leen con el mes primero.`,
      },
      undated: (rows: number, all: number) =>
        `Filas sin inicio: ${inGroups(rows)} de ${inGroups(all)}. Sus eventos no tendrán fecha. Mira si alguna columna de abajo la contiene.`,
      shifts: (events: number) => `Eventos con varios inicios: ${inGroups(events)}. Cada inicio será un evento aparte.`,
      conflicts: (people: number, lines: string[]) =>
        `Personas con dos respuestas a un mismo evento: ${inGroups(people)}. Cuenta la fila que dice que sí. Líneas: ${lines.join('; ')}.`,
    },
    columns: 'Columnas',
    column: 'Columna del archivo',
    samples: 'Primeros valores',
    field: 'Se importa como',
    notUsed: 'No se usa',
    customField: 'Un campo personalizado',
    again: 'Comprobar otra vez',
    goOn: 'Continuar',
    import: (count: number) => (count === 1 ? 'Importar 1 fila' : `Importar ${inGroups(count)} filas`),
    runningTitle: 'Importación',
    doneTitle: 'Importación terminada',
    recorded: (recorded: number, done: number, count: number) =>
      done < count
        ? `${inGroups(done)} de ${inGroups(count)} filas hechas.`
        : recorded === 1
          ? '1 fila importada.'
          : `${inGroups(recorded)} filas importadas.`,
    safely: 'Puedes importar el archivo otra vez sin problema.',
    back: 'Verlas',
    refusals: 'Filas que necesitan corrección',
    leftOut: (rows: number) =>
      rows === 1 ? '1 fila se importó solo en parte.' : `${inGroups(rows)} filas se importaron solo en parte.`,
    changes: 'Importadas solo en parte',
    changesExplain: 'El informe dice qué se omitió de cada fila. No hace falta importarlas de nuevo.',
    changesReport: (count: number) => `Descargar estas filas (${inGroups(count)})`,
    line: (line: number) => `Línea ${line}:`,
    report: (count: number) => `Descargar las filas que necesitan corrección (${inGroups(count)})`,
    reportExplain: 'El informe dice qué falla en cada fila. Corrige las filas e importa el informe.',
    faults: {
      codes: {
        required: 'Falta este dato.',
        no_contact: 'Hace falta un correo o un teléfono.',
        not_an_answer: 'Esto no es una respuesta, como «accepted» o «canceled».',
        no_event_named: 'Ninguna columna nombra el evento: elige uno arriba o añade una columna «event id».',
        unknown_event: 'No existe ese evento.',
        unknown_title: 'Ningún evento tiene este título.',
        ambiguous_title: 'Varios eventos tienen este título: nombra el evento por su id.',
        not_found: 'No existe ese evento.',
        event_full: 'El evento está completo.',
        blocked: 'Esta persona está bloqueada.',
        ends_before_start: 'El evento termina antes de empezar.',
        event_cancelled: 'El evento está cancelado.',
        person_erased: 'Esta persona pidió que se borraran sus datos.',
        attendance_merged: 'Los datos de esta persona se unieron a los de otra.',
        identifier_taken: 'Este id ya lo tiene otra cosa.',
        too_large: 'Esta fila tiene más de lo que podemos guardar de una persona o un evento.',
        status_kept: 'Esta persona no está suscrita aquí, y sigue así.',
        answer_kept: 'Esta persona ya respondió aquí. Esa respuesta cuenta.',
        phone_shared: 'Otra persona tiene este teléfono y lo conserva.',
        answers_differ: 'Otra fila dice que esta persona viene. Esa fila cuenta.',
        answer_ignored: 'Esto no responde a la pregunta.',
      },
      fields: {
        email_status: 'Escribe «subscribed» o «unsubscribed».',
        phone_status: 'Escribe «subscribed» o «unsubscribed».',
        id: 'Escribe un servicio y un id, como my_crm:123.',
      },
      other: 'No podemos guardar este texto.',
    },
    fields: {
      identifiers: 'Identificadores',
      id: 'Id en otro servicio',
      email: 'Correo',
      email_status: 'Estado del correo',
      email_opt_in: 'Quiere correos',
      email_opt_out: 'No quiere correos',
      phone_opt_in: 'Quiere mensajes de texto',
      phone_opt_out: 'No quiere mensajes de texto',
      given_name: 'Nombre',
      family_name: 'Apellidos',
      full_name: 'Nombre completo',
      phone: 'Teléfono',
      phone_status: 'Estado del teléfono',
      address: 'Calle y número',
      locality: 'Ciudad',
      region: 'Estado o región',
      postal_code: 'Código postal',
      country: 'País',
      languages: 'Idiomas',
      tags: 'Etiquetas',
      title: 'Título',
      administrative_name: 'Nombre interno',
      description: 'Descripción',
      instructions: 'Instrucciones',
      start_date: 'Inicio',
      start_time: 'Hora de inicio',
      end_date: 'Fin',
      end_time: 'Hora de fin',
      timezone_identifier: 'Zona horaria',
      browser_url: 'Dirección de la página',
      venue: 'Lugar',
      origin_system: 'Sistema de origen',
      language: 'Idioma',
      event: 'Id del evento',
      timeslot: 'Id del turno',
      timeslot_start: 'Inicio del turno',
      event_title: 'Título del evento',
      status: 'Estado de la inscripción',
      attended: 'Asistió',
    },
  },
} satisfies Partial<Texts>
