import type { MailMessages } from './messages.js'

/** Lo que dicen los correos. */
export const es: MailMessages = {
  greeting: 'Hola, {given_name}:',
  greeting_without_name: 'Hola:',
  footer_contact: 'Preguntas sobre este evento: {contact}',
  footer_event: 'Recibes este correo porque respondiste que vendrías a este evento.',
  footer_quiet: 'Consulta tu respuesta o deja de recibir estos recordatorios: {rsvp}',
  footer_passed_over:
    'Sois más personas de las que caben ahora en el evento, y la lista sigue sin vosotros. Con menos acompañantes volvéis a la lista: {rsvp}',
  footer_message: 'Recibes este correo porque estás en la lista de correo de {group}.',
  footer_organiser: 'Recibes este correo porque lo elegiste para los eventos de tu grupo.',
  unsubscribe: 'Darme de baja de la lista de correo: {address}',
  contact: 'Contacto: {address}',
  unknown_time: 'La hora todavía no está fijada.',
  next: 'A qué puedes venir después:',
  guests: 'Traes acompañantes: {count}.',

  confirmation: {
    subject: 'Vienes a: {event}',
    body: `{greeting}

hemos registrado tu respuesta para {event}.

{when}
{where}

{instructions}

Consulta, cambia o cancela tu respuesta:
{rsvp}

{event_page}

{next}`,
  },
  waitlisted: {
    subject: 'Estás en la lista de espera: {event}',
    body: `{greeting}

todas las plazas de {event} están ocupadas o tienen quien las espere. Estás en la lista de espera y te escribiremos cuando
haya una plaza para ti.

{when}
{where}

Consulta tu puesto o deja la lista:
{rsvp}`,
  },
  requested: {
    subject: 'Has pedido plaza: {event}',
    body: `{greeting}

has pedido plaza en {event}. La organización revisa cada solicitud, y te escribimos cuando haya decidido.

{when}
{where}

{guests}

Consulta o retira tu solicitud:
{rsvp}`,
  },
  'request-declined': {
    subject: 'Tu solicitud no se ha aceptado: {event}',
    body: `{greeting}

la organización de {event} no ha podido aceptar tu solicitud.

{when}

{note}`,
  },
  promoted: {
    subject: 'Hay una plaza para ti: {event}',
    body: `{greeting}

ya hay una plaza para ti: vienes a {event}.

{when}
{where}

{instructions}

Si no puedes venir, cancela aquí para que la plaza pase a la siguiente persona:
{rsvp}`,
  },
  changes: {
    new_time: 'Nueva hora: {now} (antes: {before}).',
    new_place: 'Nuevo lugar: {now} (antes: {before}).',
    new_instructions: 'Hay instrucciones nuevas, más abajo.',
  },
  changed: {
    subject: 'Ha cambiado: {event}',
    body: `{greeting}

Hay un cambio en {event}:

{changes}

{when}
{where}

{instructions}

Consulta, cambia o cancela tu respuesta:
{rsvp}`,
  },
  cancelled: {
    subject: 'Cancelado: {event}',
    body: `{greeting}

quienes organizan {event} lo han cancelado.

{when}
{where}`,
  },
  reminder: {
    subject: 'Mañana: {event}',
    body: `{greeting}

{event} empieza dentro de 24 horas.

{when}
{where}

{instructions}

¿Vendrás? Confírmalo aquí o, si no puedes, cancela para que otra persona tenga tu plaza:
{rsvp}`,
  },
  extra: {
    subject: '{event}',
    body: `{greeting}

{text}

{when}
{where}

{instructions}

Aquí ves, cambias o cancelas tu asistencia:
{rsvp}`,
  },
  'follow-up': {
    subject: 'Gracias por venir: {event}',
    body: `{greeting}

gracias por venir a {event}. Nos alegró contar contigo.

{event_page}

{next}`,
  },
  'follow-up-missed': {
    subject: 'Te echamos de menos: {event}',
    body: `{greeting}

te echamos de menos en {event}. Ojalá puedas venir en otra ocasión.

{event_page}

{next}`,
  },
  eve: {
    subject: 'Mañana: {event} ({coming})',
    body: `Hola:

{event} es mañana.

{when}
{where}

Vienen, con acompañantes: {coming}
Han confirmado: {confirmed}
Sin confirmar todavía: {unconfirmed}
En la lista de espera: {waiting}

Llama a quienes no han confirmado: {calls}

Todas las personas: {guests}`,
  },
  report: {
    subject: 'Cómo fue: {event}',
    body: `Hola:

{event} ha terminado.

{when}
{where}

Confirmaron: {confirmed}
Vinieron: {attended} de {coming}
{no_one}

Lo que funcionó: {worked}

Y ahora: da las gracias o invita de nuevo ({guests}), o prepara el próximo evento a partir de este ({copy}).`,
    no_one: 'No se marcó la asistencia de nadie. Todavía puedes marcarla en la lista de personas.',
  },
  'sign-in': {
    subject: 'Tu enlace para entrar',
    body: `Hola:

con este enlace entras a gestionar tus eventos. Funciona una sola vez, durante 15 minutos:

{link}

Si no lo has pedido, ignora este correo.`,
  },
  'passkey-added': {
    subject: 'Se ha añadido una llave de acceso a tu dirección',
    body: `Hola:

Se ha añadido una llave de acceso con la que {address} entra para gestionar eventos: {name}.

Si no has sido tú, entra, quítala y sal en todos los dispositivos:

{link}`,
  },
  'passkey-removed': {
    subject: 'Se ha quitado una llave de acceso de tu dirección',
    body: `Hola:

Se ha quitado una llave de acceso con la que {address} entraba para gestionar eventos: {name}.

Si no has sido tú, entra, revisa las llaves que quedan y sal en todos los dispositivos:

{link}`,
  },
  invited: {
    subject: '{by} te invita a organizar eventos de {group}',
    body: `Hola:

{by} te ha añadido al equipo de {group}. Entras con esta dirección, {address}, y no necesitas contraseña:

{link}

Escribe allí la dirección y recibirás un enlace por correo.`,
  },
  'team-link': {
    subject: 'Ayuda con {event}',
    body: `Hola:

{group} te pide que ayudes con {event}. Este enlace lo abre en un máximo de cinco dispositivos, sin cuenta:

{link}

Es solo para ti: no lo compartas, por favor. Si no lo esperabas, ignora este correo.`,
  },
  'webhook-disabled': {
    subject: 'Se ha desactivado un webhook',
    body: `Hola:

se ha desactivado un webhook de {group} porque su receptor no respondía como debía:

{webhook}

Arregla el receptor y vuelve a activar el webhook:

{link}`,
  },
  'own-data': {
    subject: 'Sus datos',
    body: `Hola:

Ha pedido lo que guardamos sobre usted. Con este enlace puede descargarlo durante una hora:

{link}

Es solo para usted: no lo comparta. Si no lo ha pedido, no haga caso de este correo.`,
  },
  'opt-in': {
    subject: 'Confirma, por favor: correos a esta dirección',
    body: `Hola:

con esta dirección se marcó una casilla en {page}:

«{text}»

Si fuiste tú, abre este enlace y pulsa el botón. Solo entonces te escribimos sobre algo más que tu asistencia:

{link}

Si no fuiste tú, no hagas nada: no estás en ninguna lista de correo.`,
  },
  'host-verify': {
    subject: 'Confirme su evento: {event}',
    body: `Hola:

Alguien ha rellenado con esta dirección el formulario para organizar un evento de {campaign}:

{event}

Si fue usted, abra este enlace antes de 48 horas, mire el evento y publíquelo:

{link}

Si no fue usted, no haga nada. No se crea ningún evento y no guardamos nada.`,
  },
  'to-review': {
    subject: 'Por revisar: {event}',
    body: `Hola:

Una persona quiere organizar un evento de {campaign}:

{event}
{when}

Míralo y apruébalo o recházalo aquí:
{link}`,
  },
  'requests-wait': {
    subject: 'Solicitudes sin responder: {event}',
    body: `Hola:

Hay personas que han pedido plaza en un evento, y algunas llevan un día esperando respuesta:

{event}
{when}

En espera: {waiting}

Apruébalas o recházalas aquí:
{link}`,
  },
  'host-approved': {
    subject: 'Su evento es público: {event}',
    body: `{greeting}

Ahora cualquiera puede encontrar {event}:

{page}

Aquí ve quién viene, escribe a sus asistentes y cambia o cancela el evento. El enlace es solo para usted:

{link}

{note}

{instructions}`,
  },
  'host-declined': {
    subject: 'No aceptado: {event}',
    body: `{greeting}

El equipo de {campaign} no ha aceptado {what}:

{event}

{note}`,
    what_event: 'su evento',
    what_change: 'el cambio de su evento, que queda como estaba',
  },
}
