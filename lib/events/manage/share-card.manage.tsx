import type { Context } from 'hono'
import { raw } from 'hono/html'
import type { FC } from 'hono/jsx'
import { qrSvg } from '../../html/qr-code.js'
import type { ManageEnv } from '../../manage/environment.js'
import { Icon } from '../../manage/page/icons.js'
import { CopyField } from '../../manage/page/notice.js'
import { eventPath } from '../../manage/paths.js'

/** The link of an event: copied, sent, or as a code for a poster. Each way names itself as the source of its RSVPs. */
export const ShareCard: FC<{ c: Context<ManageEnv>; address: string }> = ({ c, address }) => {
  const texts = c.get('texts')
  const { share } = texts
  const { id, title } = c.get('event')
  const text = (source: string) => encodeURIComponent(`${title} ${address}?source=${source}`)
  const subject = encodeURIComponent(title)
  return (
    <section class="card stack">
      <h2>{share.title}</h2>
      <CopyField id="link" label={share.link} value={address} button={texts.copy} done={texts.copied} />
      <div class="line g2">
        <a class="chip" href={`https://wa.me/?text=${text('whatsapp')}`} rel="noopener noreferrer">
          <Icon name="message-circle" />
          WhatsApp
        </a>
        <a class="chip" href={`sms:?&body=${text('text')}`}>
          <Icon name="message-square" />
          {share.text}
        </a>
        <a class="chip" href={`mailto:?subject=${subject}&body=${text('mail')}`}>
          <Icon name="mail" />
          {share.mail}
        </a>
      </div>
      <div class="line one middle g4">
        <div class="w-mini qr">{raw(qrSvg(address))}</div>
        <p class="small quiet">
          {share.poster}
          <br />
          <a href={`/events/${id}/qr.svg`} download="qr-code.svg">
            {share.download}
          </a>
          {' · '}
          <a href={eventPath(id, 'embed')}>{share.embeds}</a>
        </p>
      </div>
    </section>
  )
}
