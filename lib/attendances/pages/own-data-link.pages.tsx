/** These texts are on the page of an RSVP alone: functions with a form have no room for more messages. */
const TEXTS = {
  ar: 'تنزيل بياناتي',
  en: 'Download my data',
  es: 'Descargar mis datos',
}

/** The link to the file with a person's own data. @param action the address of the page */
export function OwnDataLink({ action, lang }: { action: string; lang: string }) {
  const text = TEXTS[lang.split('-')[0] as keyof typeof TEXTS] ?? TEXTS.en
  return (
    <p class="turnout-notice">
      <a href={`${action}/data`} download="my-data.json">
        {text}
      </a>
    </p>
  )
}
