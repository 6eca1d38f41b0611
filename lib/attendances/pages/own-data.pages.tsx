import type { RsvpParts } from './rsvp-page.pages.js'

/** These texts are on the page of an RSVP alone: functions with a form have no room for more messages. */
// cspell:disable
const TEXTS = {
  ar: {
    ask: 'إرسال بياناتي إلى بريدي',
    asked: 'في الطريق إليك رسالة فيها رابط لتنزيل بياناتك.',
    by_organizers: 'لمعرفة ما نحتفظ به عنك، اسأل المنظمين.',
  },
  en: {
    ask: 'Email me my data',
    asked: 'We’ve emailed you a link to your data.',
    by_organizers: 'Ask the organizers what they keep about you.',
  },
  es: {
    ask: 'Enviarme mis datos por correo',
    asked: 'Te hemos enviado un correo con un enlace a tus datos.',
    by_organizers: 'Pregunta a la organización qué guarda sobre ti.',
  },
  nb: {
    ask: 'Send meg dataene mine på e-post',
    asked: 'Vi har sendt deg en lenke til dataene dine på e-post.',
    by_organizers: 'Spør arrangørene hva de har lagret om deg.',
  },
}
// cspell:enable

/** The query of the page after its person has asked for their own data. */
export const OWN_DATA_ASKED = 'data=asked'

/**
 * The button by which a person gets the file with their own data. It comes to their mailbox: whoever a confirmation was
 * forwarded to has the link of this page, too.
 */
export function OwnData({ action, locale, rsvp: { person }, ownData }: RsvpParts) {
  const texts = TEXTS[locale.lang.split('-')[0] as keyof typeof TEXTS] ?? TEXTS.en
  if (ownData === 'asked') return <p role="status">{texts.asked}</p>
  if (ownData === 'not mailed' || person.email_addresses.length === 0)
    return <p class="turnout-notice">{texts.by_organizers}</p>
  return (
    <form method="post" action={action}>
      <button class="btn" name="action" value="data">
        {texts.ask}
      </button>
    </form>
  )
}
