import type { Locale } from '../../pages/locale.js'
import type { Contact } from '../contact.js'

/** The person who answers questions about an event, with what is known of them as links. */
export const ContactSection = ({ contact, locale: { texts } }: { contact: Contact; locale: Locale }) => (
  <section class="stack" aria-labelledby="contact">
    <h2 id="contact">{texts.contact}</h2>
    <p class="line">
      {contact.name && <bdi>{contact.name}</bdi>}
      {contact.email_address && <a href={`mailto:${contact.email_address}`}>{contact.email_address}</a>}
      {contact.phone_number && (
        <a href={`tel:${contact.phone_number.replace(/[^+\d]/g, '')}`} dir="ltr">
          {contact.phone_number}
        </a>
      )}
    </p>
  </section>
)
