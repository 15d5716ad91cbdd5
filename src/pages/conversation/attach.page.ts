/** Attaches a transcript to a call that waits for one, or replaces the transcript of a call. */

import { t } from '../../core/languages/message.ts'
import { correctTranscript, getConversation } from '../../features/conversations/records/index.ts'
import { definePage, redirectTo } from '../../inbound/web/define-page.ts'
import { TEXT_FORM } from '../../inbound/web/form-body.ts'
import { html } from '../../inbound/web/html.ts'
import { fileField, form, textAreaField } from '../components/form.ts'
import { heading } from '../components/layout.ts'
import { conversationPath } from './paths.ts'

/** Maximum size of a file that the script reads into the form, in bytes. */
const FILE_MAX = 512 * 1024
const FORMS = '.vtt,.srt,.sbv,.txt,.md,.csv,.json,.vcon,.ttml,.xml,.html'

export const attachPage = definePage({
  path: '/conversations/:id/attach',
  async show(req) {
    const { id } = req.params
    const { attributes } = await req.run(getConversation, { id })
    const has = attributes.transcriptVersion !== null
    const title = has ? t('Replace transcript') : t('Add a transcript')
    const words = has
      ? t(
          'The new transcript becomes the current version. Earlier versions are kept, and Parley analyzes the call again.',
        )
      : t('Upload the transcript of this call, or paste it. Parley detects the format, and analyzes the call.')
    return {
      title: `${title}: ${attributes.title}`,
      body: html`${heading(title, {
        trail: [
          { label: t('Calls'), path: '/conversations' },
          { label: attributes.title, path: conversationPath(id) },
        ],
        words,
      })}
<section class="card" data-attach="${FILE_MAX}">
${form(req, { page: `${conversationPath(id)}/attach`, action: 'attach', button: title }, (fill) => [
  fileField({
    name: 'file',
    label: t('File'),
    accept: FORMS,
    help: t('A transcript of up to 512 kB. Its text appears below.'),
  }),
  textAreaField(fill, {
    ...{ name: 'transcript', label: t('Transcript'), rows: 12, required: true },
    placeholder: t('Ann: Shall we begin?\nBob: Yes, let us.'),
  }),
])}
</section>`,
      scripts: ['pages/conversation/attach.browser.ts'],
    }
  },
  forms: { attach: TEXT_FORM },
  actions: {
    attach: async (req, fields) => {
      const { id } = req.params
      const { transcriptVersion } = await req.run(correctTranscript, { id, transcript: fields.text('transcript') })
      const words =
        transcriptVersion === 1 ? t('Transcript added') : t`Transcript saved as version ${transcriptVersion}`
      return redirectTo(conversationPath(id), t`${words}. Parley is analyzing the call.`)
    },
  },
})
