/** Bodies of posts, in the formats of the incoming webhooks of Slack and Microsoft Teams. */
import { type Text, t } from '../../../core/languages/message.ts'
import type { ChatFormat } from '../../platform/webhooks/index.ts'

export interface PostContent {
  /** Fixed words, such as "Call analyzed". */
  readonly words: Text
  /** Title of the call. Undefined for tests of a channel. */
  readonly title?: string
  readonly url: string
}

/** Runs in the language of the channel. */
export const formatPost = (format: ChatFormat, content: PostContent): string =>
  JSON.stringify(format === 'slack' ? toSlack(content) : toTeams(content))

/** Titles come from outside. Control characters and line breaks could hide or split a link. */
const toOneLine = (text: string) =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim() || String(t('Untitled call'))

/** Escapes control sequences: a title such as `<!channel>` must not notify anybody. */
const escapeForSlack = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('|', '¦')

function toSlack({ words, title, url }: PostContent): unknown {
  const link = `<${url}|${title === undefined ? t('Open Parley') : escapeForSlack(toOneLine(title))}>`
  return { text: `*${words}*\n${link}`, unfurl_links: false, unfurl_media: false }
}

/** Adaptive card. `TextRun` shows plain text, while `TextBlock` would read Markdown and its links. */
function toTeams({ words, title, url }: PostContent): unknown {
  const run = (text: Text, weight: 'Bolder' | 'Default') => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, weight }],
  })
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [run(words, 'Bolder'), ...(title === undefined ? [] : [run(toOneLine(title), 'Default')])],
          actions: [{ type: 'Action.OpenUrl', title: title === undefined ? t('Open Parley') : t('Open call'), url }],
        },
      },
    ],
  }
}
