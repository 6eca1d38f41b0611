import type { Texts } from '../../texts.js'

/** Spanish texts of links by which people help with an event. */
export const helpers = {
  helpers: {
    explain:
      'Con un enlace, alguien sin cuenta puede ayudar con este evento. Funciona en un máximo de cinco dispositivos, y cada uso queda en el registro.',
    none: 'Todavía nadie ayuda con un enlace.',
    label: 'De quién es el enlace',
    labelHint: 'Lo ves tú, y queda en el registro. No escribas datos de contacto.',
    rights: 'Qué permite el enlace',
    right: {
      guests: 'Invitados: ver y cambiar la lista, con datos de contacto',
      door: 'Entrada: registrar llegadas, sin datos de contacto',
    },
    rightShort: { guests: 'Invitados', door: 'Entrada' },
    until: 'Funciona hasta',
    untilHint:
      'En el reloj del evento. Si lo dejas vacío: un día después del evento, aunque cambie de fecha.',
    email: 'Correo',
    emailHint: 'El enlace se envía allí y no se muestra aquí.',
    make: 'Crear un enlace',
    once: 'Copia el enlace ahora: no se vuelve a mostrar.',
    mailedSaid: 'El enlace está en camino.',
    revokedSaid: (name: string) => `El enlace «${name}» ya no funciona.`,
    devices: 'Dispositivos',
    device: (used: number) => (used === 1 ? '1 dispositivo' : `${used} dispositivos`),
    noDevice: 'Sin abrir',
    lastUse: 'último uso',
    revoke: 'Revocar',
    ended: 'Terminado',
    revoked: 'Revocado',
    byHelper: (name: string) => `Ayuda: ${name}`,
    open: 'Abrir en este dispositivo',
    openHow: 'Te han pedido que ayudes con este evento. Este dispositivo queda abierto hasta',
    full: 'Este enlace ya está abierto en cinco dispositivos. Pide otro a quien te lo envió.',
    forbiddenTitle: 'Este enlace no lo permite',
    forbidden: 'Si lo necesitas, pídelo a quien te envió el enlace.',
    back: 'Volver al evento',
    faults: {
      invalid_rights: 'Elige al menos uno.',
      invalid_until: 'Elige una hora futura.',
      invalid_label: 'Usa como máximo 60 caracteres.',
      invalid_email: 'No es una dirección de correo.',
      no_mail: 'Esta instalación no envía correo.',
    },
  },
} satisfies Partial<Texts>
