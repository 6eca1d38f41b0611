import type { Texts } from '../../texts.js'

/** Spanish texts of mails and messages. */
export const messages = {
  mails: {
    title: 'Correos de los eventos',
    explain: 'Quienes responden a eventos hechos aquí reciben estos correos. Los de programas no envían ninguno.',
    explainEvent: 'Lo que se fija aquí vale solo para este evento. Lo demás es como dicen los ajustes del grupo.',
    mail: 'Correo',
    isSent: 'Se envía',
    wording: 'Texto',
    own: 'Cambiado',
    byDefault: 'El texto normal',
    kinds: {
      confirmation: 'Confirmación de una asistencia',
      waitlisted: 'Un puesto en la lista de espera',
      requested: 'Una solicitud de plaza',
      'request-declined': 'La solicitud no se ha aceptado',
      'rsvp-cancelled': 'La organización canceló la inscripción',
      promoted: 'De la lista de espera a una plaza',
      changed: 'Otra hora u otro lugar',
      cancelled: 'Cancelación del evento',
      reminder: 'Recordatorio, 24 horas antes',
      extra: 'Otro correo de un evento',
      'follow-up': 'Después, a quienes vinieron',
      'follow-up-missed': 'Después, a quienes no vinieron',
    },
    saved: (mail: string) => `«${mail}» está guardado.`,
    sentChoices: { default: 'Lo normal', on: 'Sí', off: 'No' },
    subject: 'Asunto',
    body: 'Texto',
    hint: 'Una línea vacía empieza un párrafo. Una línea cuyas variables están todas vacías se omite. Los campos vacíos quedan como siempre.',
    variables: (names: string) => `Variables: ${names}`,
    save: 'Guardar',
    preview: 'Vista previa',
    test: 'Enviarme una prueba',
    tested: 'La prueba está en camino.',
    noEvent: 'La vista previa y la prueba muestran un evento hecho aquí. Aún no hay ninguno.',
    all: 'Todos los correos',
  },

  messages: {
    title: 'Mensajes',
    newest: 'Mensajes más nuevos',
    choose: 'Elige a quién escribir. Una selección halla a las personas por los eventos a los que vinieron.',
    text: 'Texto',
    check: 'Seguir: revisar y enviar',
    sendTo: (people: number, count: string) =>
      people === 1 ? '¿Enviar a una persona?' : `¿Enviar a ${count} personas?`,
    sendButton: (people: number, count: string) =>
      people === 1 ? 'Enviar a una persona' : `Enviar a ${count} personas`,
    get: (people: number, count: string) =>
      people === 1 ? 'Una persona recibe este correo' : `${count} personas reciben este correo, una vez cada una`,
    isSent: (people: number, count: string) =>
      people === 1 ? 'El correo a una persona está en camino.' : `El correo a ${count} personas está en camino.`,
    undoFor: 'Lo puedes detener durante 30 segundos.',
    takeBack: 'Detenerlo',
    afterSeconds: 'Lo puedes detener durante 30 segundos. Después sale en menos de un minuto.',
    at: (due: string, zone: string) => `Empieza a las ${due} (${zone}).`,
    notYet: 'Volver al texto',
    asRead: 'Como lo leerá una de ellas',
    sampleGreeting: 'Hola, Olga:',
    write: 'Escribir a estas personas',
    to: (people: number, count: string) =>
      people === 1
        ? 'El mensaje va a una persona que está en la lista de correo.'
        : `El mensaje va a ${count} personas que están en la lista de correo, a cada una una vez.`,
    subject: 'Asunto',
    hint: 'Una línea vacía empieza un párrafo; puedes usar **negrita**, listas y [enlaces](https://…). Se rellenan {greeting}, {given_name} y {group}. Le siguen la dirección del grupo y un enlace para dejar la lista.',
    testTo: 'Dirección de un miembro para una prueba',
    due: (zone: string) => `Enviar a las (${zone})`,
    dueAt: 'Enviar a las',
    dueHint: 'Déjalo vacío para enviar ahora.',
    preview: 'Vista previa',
    putIn: 'Insertar:',
    variables: { greeting: 'Hola, Olga:', given_name: 'Nombre', group: 'Nombre del grupo' },
    from: 'De',
    footer: (group: string) => `Aquí van la dirección de ${group} y un enlace para dejar la lista.`,
    before: 'Escritos antes',
    leftOut: (people: number, count: string) =>
      people === 1 ? 'una persona no recibe correo' : `${count} personas no reciben correo`,
    writeGuests: 'Escribir a asistentes',
    guests: {
      coming: 'Vienen',
      waiting: 'En lista de espera',
      unconfirmed: 'Vienen, sin reconfirmar',
      came: 'Vinieron',
      absent: 'No vinieron',
    },
    automatic: 'Correos automáticos',
    toAllGuests:
      'Llega a todas las personas que vienen o esperan, también sin la lista de correo: trata de su evento. Lo que escribas después solo llega a la lista.',
    onlySubscribed: 'Quien dejó la lista de correo, o cuyo correo fue devuelto, no lo recibe.',
    test: 'Enviarme una prueba',
    tested: 'La prueba está en camino.',
    progress: (sent: string, total: string) => `${sent} de ${total} enviados`,
    states: { scheduled: 'Programado', sending: 'Enviando', paused: 'En pausa', done: 'Enviado' },
    sent: 'Correos',
    refused: 'Rechazados',
    bounced: 'Devueltos',
    complained: 'Quejas',
    isPaused: 'El mensaje está detenido. Nadie más lo recibe hasta que continúes.',
    goesOn: 'El mensaje continúa.',
    isDone: 'El mensaje ya se ha enviado a todas las personas.',
    pause: 'Pausar',
    resume: 'Seguir',
  },

  chosenMails: {
    title: 'Correos para ti',
    explain: 'Recibes estos correos sobre cada evento que se crea aquí. Cada persona del equipo elige los suyos.',
    labels: { eve: 'La tarde anterior a un evento', report: 'La mañana siguiente a un evento' },
    hints: {
      eve: 'A las 18:00 del evento: quién viene, cuántas personas no han confirmado y cuántas esperan.',
      report: 'A las 9:00 del evento: quién estuvo, qué funcionó y qué viene después.',
    },
    save: 'Guardar',
    saved: 'Tu elección está guardada.',
  },

  hostMessages: {
    named: (state) => (state ? `anfitriones en ${state}` : 'todos los anfitriones'),
    to: 'A los anfitriones en',
    everyState: 'Todos los estados',
    onlySubscribed:
      'Anfitriones de eventos que no están cancelados, cada uno una vez. Llega a quienes reciben tus correos; el archivo de eventos y anfitriones tiene las direcciones de todos.',
  },
} satisfies Partial<Texts>
