import type { Context } from 'hono'
import type { FC } from 'hono/jsx'
import { finderSnippet } from '../../events/documents/embed.js'
import type { ManageEnv } from '../../manage/environment.js'
import { CopyField } from '../../manage/page/notice.js'

/** The code that shows the finder of a group or a campaign on another site. */
export const FinderSnippet: FC<{ c: Context<ManageEnv>; address: string; title: string }> = ({ c, address, title }) => {
  const texts = c.get('texts')
  return (
    <>
      <p class="hint">{texts.campaigns.finderHint}</p>
      <CopyField
        id="finder"
        label={texts.campaigns.finder}
        value={finderSnippet(address, title)}
        button={texts.copy}
        done={texts.copied}
      />
    </>
  )
}
