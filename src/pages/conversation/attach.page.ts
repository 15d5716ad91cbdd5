/** Attaches a transcript to a call that waits for one, or replaces the transcript of a call. */

import { invalid } from '../../core/errors.ts'
import { t } from '../../core/languages/message.ts'
import { correctTranscript, getConversation, IMPORT_BYTES_MAX } from '../../features/conversations/records/index.ts'
import { definePage, redirectTo } from '../../inbound/web/define-page.ts'
import { html } from '../../inbound/web/html.ts'
import { fileField, form, textAreaField } from '../components/form.ts'
import { heading } from '../components/layout.ts'
import { TRANSCRIPT_FILES } from '../conversations/transcript-files.ts'
import { conversationPath } from './paths.ts'

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
<section class="card">
${form(req, { page: `${conversationPath(id)}/attach`, action: 'attach', button: title, upload: true }, (fill) => [
  fileField({ name: 'file', label: t('File'), accept: TRANSCRIPT_FILES, help: t('A transcript of up to 32 MB.') }),
  textAreaField(fill, {
    ...{ name: 'transcript', label: t('Or paste a transcript'), rows: 12 },
    placeholder: t('Ann: Shall we begin?\nBob: Yes, let us.'),
  }),
])}
</section>`,
    }
  },
  actions: {
    attach: async (req, fields) => {
      const { id } = req.params
      const pasted = fields.text('transcript')
      const { file } = fields
      if (pasted.trim() === '' && file === undefined)
        throw invalid({ pointer: '/file', detail: 'No transcript is given. Choose a file or paste the text.' })
      if (pasted.trim() !== '' && file !== undefined)
        throw invalid({ pointer: '/file', detail: 'Choose a file or paste the text, not both.' })
      const { transcriptVersion } = await req.run(correctTranscript, {
        id,
        ...(pasted.trim() !== '' && { transcript: pasted }),
        ...(file !== undefined && { file }),
      })
      const words =
        transcriptVersion === 1 ? t('Transcript added') : t`Transcript saved as version ${transcriptVersion}`
      return redirectTo(conversationPath(id), t`${words}. Parley is analyzing the call.`)
    },
  },
  uploads: {
    attach: {
      ...{ field: 'file', maxBytes: IMPORT_BYTES_MAX, fieldBytes: IMPORT_BYTES_MAX },
      operation: correctTranscript,
    },
  },
})
